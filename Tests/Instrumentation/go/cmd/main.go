// usage: main MESSAGES LOG: sends them by the page's send.go, to the FCM of FCM_URL.
package main

import (
	"context"
	"encoding/json"
	"os"

	"firebase.google.com/go/v4/errorutils"
	"firebase.google.com/go/v4/messaging"

	"example.com/push/pushlog"
	"example.com/push/send"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var entries []struct {
		Platform string          `json:"platform"`
		Message  json.RawMessage `json:"message"`
	}
	check(json.Unmarshal(text, &entries))
	out, err := os.OpenFile(os.Args[2], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	check(err)
	client := &messaging.Client{URL: os.Getenv("FCM_URL")}
	for _, entry := range entries {
		log := pushlog.Log{Out: out, Platform: entry.Platform}
		_, err := send.Send(context.Background(), client, log, &messaging.Message{Fields: entry.Message})
		if _, refused := err.(*errorutils.FirebaseError); !refused {
			check(err)
		}
	}
	check(out.Close())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
