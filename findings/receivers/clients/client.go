package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	request, err := http.NewRequest("QUERY", os.Args[1], strings.NewReader(`{"a":"1"}`))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode)
}
