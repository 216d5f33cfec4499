package main

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
)

// Item is a member of a list of objects.
type Item struct {
	P string `json:"p" schema:"p" form:"p"`
	Q string `json:"q" schema:"q" form:"q"`
}

func items(query Query) any { return query.Items }

var members = map[string]func(Query) any{"a": list, "age": object, "items": items}

// Parts is what a form has: texts by the names of their fields, and files.
type Parts struct {
	Fields map[string][]string `json:"fields"`
	Files  [][4]string         `json:"files"`
}

func partsOf(form *multipart.Form) Parts {
	parts := Parts{form.Value, [][4]string{}}
	for field, headers := range form.File {
		for _, header := range headers {
			file, _ := header.Open()
			text, _ := io.ReadAll(file)
			parts.Files = append(parts.Files, [4]string{field, header.Filename, header.Header.Get("content-type"), string(text)})
		}
	}
	return parts
}

func readParts(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseMultipartForm(32 << 20); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	write(w, partsOf(r.MultipartForm))
}

func readForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	write(w, r.PostForm[path.Base(r.URL.Path)])
}

// boundForm answers with what a decoder made of a form.
func boundForm(decode func(*Query, url.Values) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		bind := func(query *Query, r *http.Request) error {
			return errors.Join(r.ParseForm(), decode(query, r.PostForm))
		}
		bound(bind, members[path.Base(r.URL.Path)])(w, r)
	}
}
