import Foundation

/// Writes manual pages from the declarations of a program:
///
///     pushfunnel --experimental-dump-help | pushfunnel-manual VERSION YYYY-MM-DD FOLDER
let words = CommandLine.arguments.dropFirst()
guard words.count == 3 else {
    FileHandle.standardError.write(Data("usage: pushfunnel-manual VERSION DATE FOLDER\n".utf8))
    exit(64)
}
let (version, date, folder) = (words[1], words[2], words[3])
let input = try FileHandle.standardInput.readToEnd() ?? Data()
let program = try JSONDecoder().decode(ProgramDescription.self, from: input)
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
for page in ManualPage.all(of: program, .init(version: version, date: date)) {
    try Data(page.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(page.fileName)"))
}
