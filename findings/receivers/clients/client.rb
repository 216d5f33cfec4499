require "net/http"

uri = URI(ARGV[0])
request = Net::HTTPGenericRequest.new("QUERY", true, true, uri.request_uri, "content-type" => "application/json")
request.body = '{"a":"1"}'
puts Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }.code
