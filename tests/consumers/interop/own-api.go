// Prints the users of the headers on its standard input, as JSON, by the server in Go of
// docs/guides/call-your-own-api.md.

package main

import (
	"encoding/json"
	"log"
	"os"
)

func main() {
	var headers []string
	if err := json.NewDecoder(os.Stdin).Decode(&headers); err != nil {
		log.Fatal(err)
	}
	users := []*TicketHolder{}
	for _, header := range headers {
		user, err := userOf(header)
		if err != nil {
			log.Fatal(err)
		}
		users = append(users, user)
	}
	if err := json.NewEncoder(os.Stdout).Encode(users); err != nil {
		log.Fatal(err)
	}
}
