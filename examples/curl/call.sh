#!/bin/sh
# Calls the service as JSON: each line of standard input is a request. Prints an answer for each of them, and on standard error its HTTP
# status and request id. Further arguments go to curl. DEADLINE is the time for a call, in seconds.
#
#   sh call.sh https://calls.example.com --cacert ca.pem < ../calls.jsonl
set -eu
url=$1
shift

while IFS= read -r request; do
  # A header of curl's command line would show the token in the list of processes.
  printf '%s' "$request" | curl --silent --show-error --json @- \
    --header "grpc-timeout: ${DEADLINE:-5}S" --header @/dev/fd/3 "$@" \
    --write-out '%{stderr}%{http_code} %header{x-request-id}\n' "$url/api.ApiService/CallApi" 3<<END
${CALL_SERVER_TOKEN:+authorization: Bearer $CALL_SERVER_TOKEN}
END
  echo
done
