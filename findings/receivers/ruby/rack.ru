# Rack and Sinatra: `RECEIVER=<name> puma rack.ru`.
require "json"

if ENV["RECEIVER"] == "rack"
  require "rack"
  run(lambda do |env|
    request = Rack::Request.new(env)
    value =
      case request.path_info
      when "/list" then request.params["a"]
      when "/object" then request.params["age"]
      else JSON.parse(request.body.read)
      end
    [200, { "content-type" => "application/json" }, [{ value: value }.to_json]]
  end)
elsif ENV["RECEIVER"] == "sinatra"
  require "sinatra/base"
  run(Class.new(Sinatra::Base) do
    get("/list") { { value: params["a"] }.to_json }
    get("/object") { { value: params["age"] }.to_json }
    get("/x/:id") { { value: params["id"] }.to_json }
    route("QUERY", "/query") { { value: JSON.parse(request.body.read) }.to_json }
  end)
elsif ENV["RECEIVER"] == "grape"
  require "active_support/all"
  require "grape"
  run(Class.new(Grape::API) do
    format :json
    params { requires :a, type: [String] }
    get("/list") { { value: params[:a] } }
    params { requires(:age, type: Hash) { requires :min, type: String } }
    get("/object") { { value: params[:age] } }
    get("/x/:id") { { value: params[:id] } }
  end)
else
  require "action_controller/railtie"

  class ReceiverController < ActionController::API
    def list = render(json: { value: params[:a] })
    def object = render(json: { value: params[:age] })
    def path = render(json: { value: params[:id] })
    def body = render(json: { value: request.request_parameters })
  end

  class App < Rails::Application
    config.eager_load = false
    config.secret_key_base = "x"
    config.logger = Logger.new(nil)
    routes.append do
      get "/list", to: "receiver#list"
      get "/object", to: "receiver#object"
      get "/x/:id", to: "receiver#path"
      match "/query", to: "receiver#body", via: :all
    end
  end
  App.initialize!
  run App
end
