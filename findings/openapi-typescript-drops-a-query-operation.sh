#!/usr/bin/env bash
# Shows that openapi-typescript leaves out operations of OpenAPI 3.2 and a required querystring, with exit code 0.
set -euo pipefail

cat <<'TEXT'
Guess: a tool that takes a document of OpenAPI 3.2 writes its new parts, refuses it, or warns about what it leaves out.
Truth: the operations query and COPY are missing from the types, and GET has no parameter where the document requires a querystring.
  The exit code is 0 and nothing is printed about them.
Versions: openapi-typescript 7.13.0, typescript 5.9.3.
Who meets it: callers of an API with QUERY, and those of GET, whose calls pass the compiler and are refused by the server.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error openapi-typescript@7.13.0 typescript@5.9.3 >>npm.log

cat >api.json <<'JSON'
{
  "openapi": "3.2.0",
  "info": { "title": "Books", "version": "1" },
  "paths": {
    "/books": {
      "get": {
        "operationId": "list",
        "parameters": [
          {
            "name": "filter",
            "in": "querystring",
            "required": true,
            "content": { "application/json": { "schema": { "type": "object" } } }
          }
        ],
        "responses": { "200": { "description": "Books" } }
      },
      "query": { "operationId": "search", "responses": { "200": { "description": "Books" } } },
      "additionalOperations": { "COPY": { "operationId": "copy", "responses": { "200": { "description": "Book" } } } }
    }
  }
}
JSON
npx openapi-typescript api.json --output api.d.ts >printed.txt 2>&1
{
  echo "exit code 0"
  for name in list search copy querystring filter; do echo "$name: $(grep -c "\b$name\b" api.d.ts) lines"; done
  echo "said of them: $(grep -ciE 'quer|copy|additional|skip|unsupported|warn' printed.txt) lines"
} | tee seen.txt
diff seen.txt - <<'TEXT'
exit code 0
list: 2 lines
search: 0 lines
copy: 0 lines
querystring: 0 lines
filter: 0 lines
said of them: 0 lines
TEXT
