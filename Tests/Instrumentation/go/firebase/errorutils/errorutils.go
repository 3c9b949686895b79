// Package errorutils is the SDK's, as far as it is needed here.
package errorutils

import "net/http"

// FirebaseError holds the answer that refused a request.
type FirebaseError struct {
	Message  string
	Response *http.Response
}

func (e *FirebaseError) Error() string { return e.Message }

// HTTPResponse returns a copy of the answer, whose body can be read; nil if nobody answered.
func HTTPResponse(err error) *http.Response {
	if failure, ok := err.(*FirebaseError); ok {
		return failure.Response
	}
	return nil
}
