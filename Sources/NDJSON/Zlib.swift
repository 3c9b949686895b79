internal import CZlib

/// The version of zlib that runs, which need not be the one of the headers.
package var zlibLibraryVersion: String { String(cString: zlibVersion()) }
