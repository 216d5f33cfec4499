#!/usr/bin/env bash
# In chi and echo, whether a path parameter arrives decoded depends on the other segments of the path.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo 'Guess: a handler gets {city} decoded, or always encoded.'
echo 'Truth: "New%20York" arrives as "New York" beside ann, and as "New%20York" beside ann%40example.org; one %40 turns decoding off for all.'
echo 'Versions: chi 5.5.0 and echo 5.4.4 on Go 1.26; http.ServeMux of the same Go decodes both.'
echo 'Who meets it: services with names, addresses or tags in paths. Tests with plain ids pass, and the first e-mail address does not.'
echo

cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v5"
)

func main() {
	byChi := chi.NewRouter()
	byChi.Get("/cities/{city}/people/{person}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s, %s", chi.URLParam(r, "city"), chi.URLParam(r, "person"))
	})
	byEcho := echo.New()
	byEcho.GET("/cities/:city/people/:person", func(c *echo.Context) error {
		return c.String(http.StatusOK, c.Param("city")+", "+c.Param("person"))
	})
	byServeMux := http.NewServeMux()
	byServeMux.HandleFunc("GET /cities/{city}/people/{person}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s, %s", r.PathValue("city"), r.PathValue("person"))
	})

	plain, mail := "/cities/New%20York/people/ann", "/cities/New%20York/people/ann%40example.org"
	cases := []struct {
		name    string
		router  http.Handler
		url     string
		arrives string
	}{
		{"chi", byChi, plain, "New York, ann"},
		{"chi", byChi, mail, "New%20York, ann%40example.org"},
		{"echo", byEcho, plain, "New York, ann"},
		{"echo", byEcho, mail, "New%20York, ann%40example.org"},
		{"ServeMux", byServeMux, plain, "New York, ann"},
		{"ServeMux", byServeMux, mail, "New York, ann@example.org"},
	}
	for _, one := range cases {
		response := httptest.NewRecorder()
		one.router.ServeHTTP(response, httptest.NewRequest("GET", one.url, nil))
		fmt.Printf("%-8s %s: %s\n", one.name, one.url, response.Body)
		if response.Body.String() != one.arrives {
			os.Exit(1)
		}
	}
}
GO
export GOTOOLCHAIN=local GOFLAGS=-modcacherw
go mod init run 2> /dev/null
go get github.com/go-chi/chi/v5@v5.5.0 github.com/labstack/echo/v5@v5.4.4 2> /dev/null
go run .
