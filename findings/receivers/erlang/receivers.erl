-module(receivers).
-export([main/0]).

main() ->
    Port = list_to_integer(os:getenv("PORT")),
    mochiweb_http:start([{ip, "127.0.0.1"}, {port, Port}, {loop, fun answer/1}]),
    timer:sleep(infinity).

answer(Request) ->
    Value =
        case mochiweb_request:get(path, Request) of
            "/list" -> [list_to_binary(Value) || Value <- proplists:get_all_values("a", mochiweb_request:parse_qs(Request))];
            "/query" -> mochijson2:decode(mochiweb_request:recv_body(Request));
            "/x/" ++ Id -> list_to_binary(Id)
        end,
    mochiweb_request:ok({"application/json", mochijson2:encode({struct, [{value, Value}]})}, Request).
