package Receiver::Controller::Root;
use Moose;
use JSON::PP;
BEGIN { extends 'Catalyst::Controller' }
__PACKAGE__->config(namespace => '');

sub answer {
    my ($c, $value) = @_;
    $c->response->content_type('application/json');
    $c->response->body(JSON::PP->new->utf8->encode({ value => $value }));
}

sub list : Path('/list') Args(0)     { my ($self, $c) = @_; answer($c, $c->request->query_parameters->{a}) }
sub object : Path('/object') Args(0) { my ($self, $c) = @_; answer($c, $c->request->query_parameters->{age}) }
sub path : Path('/x') Args(1)        { my ($self, $c, $id) = @_; answer($c, $id) }
sub body : Path('/query') Method('QUERY') { my ($self, $c) = @_; answer($c, $c->request->body_data) }
sub default : Path                   { my ($self, $c) = @_; $c->response->status(404) }

package Receiver;
use Moose;
use Catalyst;
BEGIN { $INC{'Receiver/Controller/Root.pm'} = __FILE__ }
__PACKAGE__->config(setup_components => { search_extra => [] });
Receiver->inject_component('Controller::Root' => { from_component => 'Receiver::Controller::Root' });
Receiver->setup;

1;
