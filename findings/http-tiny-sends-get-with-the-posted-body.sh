#!/usr/bin/env bash
# HTTP::Tiny follows a 303 by GET, and sends the body of the POST again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo 'Guess: after a 303 (See Other), the GET of the new location has no body and no content type.'
echo 'Truth: HTTP::Tiny sends a GET with the whole body of the POST and its content type.'
echo 'Versions: HTTP::Tiny 0.080, the module of Perl 5.36.'
echo 'Who meets it: scripts that post a form to a page that answers with 303; proxies and servers may refuse a GET with a body.'
echo

cat > run.pl <<'PL'
use strict;
use warnings;
use HTTP::Tiny;
use IO::Socket::INET;

my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1', Timeout => 20) or die "no socket: $!";
my $port   = $server->sockport;
my $pid    = fork;
die "no child: $!" unless defined $pid;
if ($pid == 0) {
    my $response = HTTP::Tiny->new->post("http://127.0.0.1:$port/form",
        { headers => { 'content-type' => 'application/x-www-form-urlencoded' }, content => 'card=1234' });
    exit($response->{status} == 200 ? 0 : 1);
}
my @seen;
for my $status ('303 See Other', '200 OK') {
    my $socket = $server->accept or die "no connection: $!";
    my ($line, $length, $type) = (scalar <$socket>, 0, '');
    while (my $field = <$socket>) {
        last if $field =~ /^\r?\n$/;
        $length = $1 if $field =~ /^content-length: *(\d+)/i;
        $type   = $1 if $field =~ /^content-type: *(.*?)\r?\n/i;
    }
    my $body = '';
    read $socket, $body, $length;
    $line =~ s/\r?\n//;
    push @seen, "$line | $type | $body";
    print {$socket} "HTTP/1.1 $status\r\nLocation: /done\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    close $socket;
}
waitpid $pid, 0;
print "HTTP::Tiny ", HTTP::Tiny->VERSION, "\n", map { "$_\n" } @seen;
exit($? == 0 && $seen[1] eq 'GET /done HTTP/1.1 | application/x-www-form-urlencoded | card=1234' ? 0 : 1);
PL
perl run.pl
