module example.com/push

go 1.18

require firebase.google.com/go/v4 v4.0.0

replace firebase.google.com/go/v4 => ./firebase
