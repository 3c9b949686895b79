/// Why a sample cannot be written.
package enum SampleError: Error, Equatable {
    case day(found: String)
    case incident(text: String, part: String, expected: String)
    case option(name: String, found: String, expected: String)
    case unknownCampaign(found: String, known: [String])
    case folderNotEmpty(path: String)
    case notASample(path: String)
    case notAFolder(path: String)
    case system(call: String, path: String, reason: String)
    case compression(path: String, code: Int)
}

extension SampleError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .day(let found):
            "expected a day as YYYY-MM-DD from 2010 to 2099, found \"\(found)\""
        case .incident(let text, let part, let expected):
            "incident \"\(text)\": expected \(expected), found \"\(part)\""
        case .option(let name, let found, let expected):
            "\(name): expected \(expected), found \(found)"
        case .unknownCampaign(let found, let known):
            "incident: no campaign \"\(found)\" in this sample; "
                + "it has \(known.joined(separator: ", "))"
        case .folderNotEmpty(let path):
            "\(path): the folder is not empty; "
                + "choose a new or empty folder, or replace an earlier sample with --force"
        case .notASample(let path):
            "\(path): the folder is not empty and holds no sample (no truth.json); "
                + "choose a new or empty folder"
        case .notAFolder(let path):
            "\(path): expected a folder, found a file"
        case .system(let call, let path, let reason):
            "\(path): \(call) failed: \(reason)"
        case .compression(let path, let code):
            "\(path): zlib could not compress (code \(code))"
        }
    }
}
