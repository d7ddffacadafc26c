package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// The base URL of the service, such as https://music.example/v1.
var service = os.Getenv("STAGEPASS_SERVICE")
var bearerToken = os.Getenv("STAGEPASS_BEARER_TOKEN")

// This API's own origin.
const audience = "https://api.radio.example"

type TicketHolder struct {
	UserID   int64  `json:"user_id"`
	Handle   string `json:"handle"`
	Verified bool   `json:"verified"`
}

var client = &http.Client{
	Timeout: 5 * time.Second,
	// A redirect would take the bearer token to another server.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// userOf returns the user of a request to the app's own API, or nil if its ticket is missing or not valid.
func userOf(authorization string) (*TicketHolder, error) {
	scheme, ticket, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Ticket") || ticket == "" {
		return nil, nil
	}
	form := url.Values{"ticket": {ticket}, "audience": {audience}}
	request, err := http.NewRequest("POST", service+"/tickets/verify", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+bearerToken)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var body struct {
		TicketHolder
		Error string `json:"error"`
	}
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		return nil, err
	}
	switch {
	case response.StatusCode == http.StatusOK:
		return &body.TicketHolder, nil
	case response.StatusCode == http.StatusBadRequest && body.Error == "invalid_ticket":
		return nil, nil
	}
	return nil, fmt.Errorf("the ticket could not be verified: %d %s", response.StatusCode, body.Error)
}
