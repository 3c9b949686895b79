module firebase.google.com/go/v4

go 1.18
