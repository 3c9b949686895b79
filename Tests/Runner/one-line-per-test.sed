# Reduces the output of `swift test` to one line per test and to the failures in full.

# A message about a test case prints its arguments. Line breaks in an argument spread the message
# over several lines; a NUL cuts off its end, and the next message then follows on the same line.
:case
/^◇ Test case passing /{
    / started\.$/d
    s/^◇.*\(\(◇\|✔\|✘\|➜\) \(Test\|Suite\) \)/\1/
    t case
    s/.*/◇ Test case passing /
    N
    s/\n//
    b case
}

/^◇ \(Test\|Suite\) .* started\.$/d
/^✔ Suite /d
/^➜ Suite /d
