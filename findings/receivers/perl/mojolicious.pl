use Mojolicious::Lite -signatures;

get '/list'   => sub ($c) { $c->render(json => { value => $c->every_param('a') }) };
get '/object' => sub ($c) { $c->render(json => { value => $c->param('age') }) };
get '/x/:id'  => sub ($c) { $c->render(json => { value => $c->param('id') }) };
any ['QUERY'] => '/query' => sub ($c) { $c->render(json => { value => $c->req->json }) };

app->log->level('fatal');
app->start('daemon', '-m', 'production', '-l', "http://127.0.0.1:$ENV{PORT}");
