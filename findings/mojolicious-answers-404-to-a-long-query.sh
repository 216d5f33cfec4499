#!/usr/bin/env bash
# Shows that Mojolicious answers 404 to a request line that is too long.
set -euo pipefail

cat <<'TEXT'
Guess: a request line over the limit is refused with 414 URI Too Long, or with 400 or 431.
Truth: Mojolicious answers 404 Not Found for a route that exists, once the line is longer than its limit of 8 KiB.
Versions: Mojolicious 9.31 and Perl 5.36 of Debian 12.
Who meets it: a client that looks for a wrong path, or takes the resource as deleted, when only its filter grew.
TEXT

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
chmod 755 .
apt-get download --quiet libmojolicious-perl=9.31+dfsg-1 >apt.log 2>&1
dpkg-deb --extract libmojolicious-perl_*.deb .
# Links to the scripts of its error pages, which are in other packages.
find . -xtype l -delete

cat >app.pl <<'PERL'
use Mojolicious::Lite -signatures;
get '/items' => sub ($c) { $c->render(text => length $c->param('filter')) };
app->log->level('fatal');
app->start('daemon', '-l', "http://127.0.0.1:$ENV{PORT}");
PERL
cat >ask.pl <<'PERL'
use IO::Socket::INET;
for my $bytes (8000, 12000) {
    my $filter = 'x' x ($bytes - length("GET /items?filter= HTTP/1.1\r\n"));
    my $socket = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$ENV{PORT}") or die $!;
    print $socket "GET /items?filter=$filter HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    my ($status) = <$socket> =~ /^HTTP\/1.1 (.*?)\r/;
    print "$bytes bytes: $status\n";
}
PERL
export PERL5LIB=$folder/usr/share/perl5
PORT=$(perl -MMojo::IOLoop::Server -e 'print Mojo::IOLoop::Server->generate_port')
export PORT
perl app.pl >server.log 2>&1 &
server=$!
for _ in $(seq 100); do
  if grep --quiet available server.log; then break; fi
  sleep 0.1
done
perl ask.pl | tee seen.txt
diff seen.txt - <<'TEXT'
8000 bytes: 200 OK
12000 bytes: 404 Not Found
TEXT
