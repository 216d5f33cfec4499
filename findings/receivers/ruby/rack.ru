# Rack and Sinatra: `RECEIVER=<name> puma rack.ru`.
require "json"

# The parts of a form by the names of their fields, as `POST /multipart` gives them. A file is a hash, or an object in Rails.
READ_PARTS = lambda do |params|
  files, fields = params.partition { |_, part| part.respond_to?(:original_filename) || (part.is_a?(Hash) && part[:tempfile]) }
  read = files.map do |field, file|
    next [field, file.original_filename, file.content_type, file.read] unless file.is_a?(Hash)

    [field, file[:filename], file[:type], file[:tempfile].read]
  end
  { fields: fields.to_h, files: read }
end

if ENV["RECEIVER"] == "rack"
  require "rack"
  run(lambda do |env|
    request = Rack::Request.new(env)
    value =
      case request.path_info
      when "/list" then request.params["a"]
      when "/object" then request.params["age"]
      when "/multipart" then READ_PARTS.(request.POST)
      when %r{^/form/(.*)} then request.POST[$1]
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
    post("/form/:name") { { value: params[params["name"]] }.to_json }
    post("/multipart") { { value: READ_PARTS.(params) }.to_json }
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
    params { requires :a, type: [String] }
    post("/form/a") { status(200) && { value: params[:a] } }
    params { requires(:age, type: Hash) { requires :min, type: String } }
    post("/form/age") { status(200) && { value: params[:age] } }
    params { requires(:items, type: Array) { requires :p, :q, type: String } }
    post("/form/items") { status(200) && { value: params[:items] } }
  end)
else
  require "action_controller/railtie"

  class ReceiverController < ActionController::API
    def list = render(json: { value: params[:a] })
    def object = render(json: { value: params[:age] })
    def path = render(json: { value: params[:id] })
    def body = render(json: { value: request.request_parameters })
    def form = render(json: { value: params[params[:name]] })
    def multipart = render(json: { value: READ_PARTS.(request.request_parameters) })
  end

  class App < Rails::Application
    config.eager_load = false
    config.secret_key_base = "x"
    config.logger = Logger.new(nil)
    routes.append do
      get "/list", to: "receiver#list"
      get "/object", to: "receiver#object"
      get "/x/:id", to: "receiver#path"
      post "/form/:name", to: "receiver#form"
      post "/multipart", to: "receiver#multipart"
      match "/query", to: "receiver#body", via: :all
    end
  end
  App.initialize!
  run App
end
