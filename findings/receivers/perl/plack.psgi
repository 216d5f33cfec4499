# Dancer2, Catalyst and Plack: `RECEIVER=<name> plackup plack.psgi`.
use strict;
use warnings;

my %apps = (
    dancer => sub {
        package Receiver::Dancer;
        require Dancer2;
        Dancer2->import;
        set(serializer => 'JSON');
        get('/list'   => sub { { value => [ query_parameters()->get_all('a') ] } });
        get('/object' => sub { { value => query_parameters()->get('age') } });
        get('/x/:id'  => sub { { value => route_parameters()->get('id') } });
        return Receiver::Dancer->to_app;
    },
    plack => sub {
        require Plack::Request;
        require JSON::PP;
        return sub {
            my $request = Plack::Request->new(shift);
            my $query   = $request->query_parameters;
            my %readers = (
                '/list'   => sub { [ $query->get_all('a') ] },
                '/object' => sub { $query->get('age') },
                '/query'  => sub { JSON::PP::decode_json($request->content) },
            );
            my $value = $readers{ $request->path }->();
            return [ 200, [ 'Content-Type' => 'application/json' ], [ JSON::PP::encode_json({ value => $value }) ] ];
        };
    },
    catalyst => sub {
        require './catalyst.pm';
        return Receiver->psgi_app;
    },
);
$apps{ $ENV{RECEIVER} }->();
