#!/usr/bin/env bash
# cpp-httplib keeps one of two equal parameters of a query.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# The headers of the last three are those that the library was built with.
apt-get download --quiet libcpp-httplib-dev=0.11.4+ds-1+deb12u1 libcpp-httplib0.11=0.11.4+ds-1+deb12u1 \
    libssl-dev=3.0.19-1~deb12u2 zlib1g-dev=1:1.2.13.dfsg-1 libbrotli-dev=1.0.9-2+b6 > /dev/null 2>&1
for package in ./*.deb; do dpkg -x "$package" root; done

echo 'Guess: get_param_value_count("size") is 3 for ?size=40&size=40&size=42.'
echo 'Truth: it is 2: a pair of name and value counts once, however often it is sent. Different spellings of one value count each.'
echo 'Versions: cpp-httplib 0.11.4.'
echo 'Who meets it: servers of C++ whose lists may have equal members: quantities, coordinates, ids in a basket.'
echo

cat > main.cpp <<'CPP'
#include <cstdlib>
#include <httplib.h>

int main(int, char** arguments) {
    httplib::Server server;
    server.Get("/", [](const httplib::Request& request, httplib::Response& response) {
        response.set_content(std::to_string(request.get_param_value_count("size")), "text/plain");
    });
    return server.listen("127.0.0.1", std::atoi(arguments[1])) ? EXIT_SUCCESS : EXIT_FAILURE;
}
CPP
libraries=$(dirname "$(find root -name 'libcpp-httplib.so*' -print -quit)")
g++ -std=c++17 -DCPPHTTPLIB_OPENSSL_SUPPORT -DCPPHTTPLIB_ZLIB_SUPPORT -DCPPHTTPLIB_BROTLI_SUPPORT \
    -Iroot/usr/include "-Iroot/usr/include/$(gcc -dumpmachine)" -o main main.cpp -L"$libraries" -lcpp-httplib -pthread
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
LD_LIBRARY_PATH=$libraries ./main "$port" &
server=$!
trap 'kill "$server" 2> /dev/null || true; rm -rf "$folder"' EXIT

count() { curl --silent --retry 20 --retry-connrefused --retry-delay 1 "http://127.0.0.1:$port/?$1"; }
distinct=$(count 'size=40&size=41&size=42')
equal=$(count 'size=40&size=40&size=42')
spelled=$(count 'size=40&size=4%30&size=42')
echo "size=40&size=41&size=42: $distinct; size=40&size=40&size=42: $equal; size=40&size=4%30&size=42: $spelled"
[[ $distinct == 3 && $equal == 2 && $spelled == 3 ]]
