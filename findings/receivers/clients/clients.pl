use strict;
use warnings;

my ($name, $url) = @ARGV;
my $body = '{"a":"1"}';
if ($name eq 'lwp') {
    require LWP::UserAgent;
    require HTTP::Request;
    my $request = HTTP::Request->new(QUERY => $url, [ 'content-type' => 'application/json' ], $body);
    print LWP::UserAgent->new->request($request)->code, "\n";
}
else {
    require HTTP::Tiny;
    my $options = { headers => { 'content-type' => 'application/json' }, content => $body };
    print HTTP::Tiny->new->request('QUERY', $url, $options)->{status}, "\n";
}
