package Receiver;
use strict;
use warnings;
use JSON::PP;
use base 'HTTP::Server::Simple::CGI';

sub print_banner { }

sub handle_request {
    my ($self, $cgi) = @_;
    my $value = $cgi->path_info eq '/list' ? [ $cgi->multi_param('a') ] : scalar $cgi->param('age');
    print "HTTP/1.0 200 OK\r\n", $cgi->header('application/json'), encode_json({ value => $value });
}

my $server = Receiver->new($ENV{PORT});
$server->host('127.0.0.1');
$server->run;
