#!/bin/sh
# Prints files of a repository on GitHub: sh files.sh <owner> <repo> <path> …
set -eu
owner=$1
repo=$2
shift 2

for path in "$@"; do
  # A wrong value ends the script here, with the builder's message and code, before anything is sent.
  command=$(npx endpoint.js build 'GET /repos/{owner}/{repo}/contents/{+path}' \
    owner="$owner" repo="$repo" path="$path" --media-type-format raw \
    --vendor github --base-url "${API_URL:-https://api.github.com}" --curl)
  # The command is quoted for a shell, whatever the values contain.
  eval "$command --fail --silent --show-error"
done
