#!/bin/sh -eu
# usage: build.sh: compiles the page's Swift files, which stand here, and main.swift into ./main.
# Each module that they import is one of Apple.swift.
swiftc -swift-version 6 -parse-as-library -emit-module -module-name Apple Apple.swift \
    -emit-object -o Apple.o
for module in UIKit UserNotifications SwiftUI FirebaseCore FirebaseMessaging; do
    printf "@_exported import Apple\n@_exported import Foundation\n" > "$module.swift"
    swiftc -swift-version 6 -I . -parse-as-library -emit-module -module-name "$module" "$module.swift"
done
swiftc -swift-version 6 -I . main.swift PushLog.swift AppDelegate.swift NotificationService.swift \
    Apple.o -o main
swiftc -swift-version 6 -I . -typecheck -parse-as-library ExampleApp.swift PushLog.swift \
    PushLogFile.swift AppDelegate.swift NotificationService.swift
