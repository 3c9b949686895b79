// Package messaging is the SDK's, as far as it is needed here: messages that marshal themselves as
// JSON of the REST API, and a client that posts them.
package messaging

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"firebase.google.com/go/v4/errorutils"
)

// Message marshals itself.
type Message struct {
	Fields json.RawMessage
}

// MarshalJSON is what the SDK has, too.
func (m *Message) MarshalJSON() ([]byte, error) { return m.Fields, nil }

// Client posts to URL.
type Client struct {
	URL string
}

// Send returns the message name, or an error that holds the answer.
func (c *Client) Send(ctx context.Context, message *Message) (string, error) {
	body, err := json.Marshal(map[string]any{"message": message})
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, "POST", c.URL, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", &errorutils.FirebaseError{Message: err.Error()}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", &errorutils.FirebaseError{Message: err.Error()}
	}
	if response.StatusCode != 200 {
		response.Body = io.NopCloser(bytes.NewReader(text))
		return "", &errorutils.FirebaseError{Message: "refused", Response: response}
	}
	var answer struct {
		Name string `json:"name"`
	}
	err = json.Unmarshal(text, &answer)
	return answer.Name, err
}
