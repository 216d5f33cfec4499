#include <Poco/Net/HTMLForm.h>
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/StreamCopier.h>
#include <Poco/URI.h>
#include <cstdlib>
#include <httplib.h>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>
#include <vector>

using nlohmann::json;

static std::string write(const json& value) { return json{{"value", value}}.dump(); }

static void listenHttplib(int port) {
    httplib::Server server;
    server.Get("/list", [](const httplib::Request& request, httplib::Response& response) {
        std::vector<std::string> a;
        for (std::size_t index = 0; index < request.get_param_value_count("a"); ++index)
            a.push_back(request.get_param_value("a", index));
        response.set_content(write(a), "application/json");
    });
    server.Get(R"(/x/([^/]+))", [](const httplib::Request& request, httplib::Response& response) {
        response.set_content(write(request.matches[1].str()), "application/json");
    });
    server.listen("127.0.0.1", port);
}

using namespace Poco::Net;

struct Handler : HTTPRequestHandler {
    static json read(HTTPServerRequest& request, const Poco::URI& uri) {
        if (uri.getPath() == "/query") {
            std::string body;
            Poco::StreamCopier::copyToString(request.stream(), body);
            return json::parse(body);
        }
        if (uri.getPath() == "/list") {
            HTMLForm form(request, request.stream());
            std::vector<std::string> a;
            for (const auto& [name, value] : form)
                if (name == "a") a.push_back(value);
            return a;
        }
        std::vector<std::string> segments;
        uri.getPathSegments(segments);
        return segments.size() > 1 ? json(segments[1]) : json();
    }

    void handleRequest(HTTPServerRequest& request, HTTPServerResponse& response) override {
        response.setContentType("application/json");
        const std::string text = write(read(request, Poco::URI(request.getURI())));
        response.sendBuffer(text.data(), text.size());
    }
};

struct Factory : HTTPRequestHandlerFactory {
    HTTPRequestHandler* createRequestHandler(const HTTPServerRequest&) override { return new Handler; }
};

static void listenPoco(int port) {
    ServerSocket socket(SocketAddress("127.0.0.1", static_cast<Poco::UInt16>(port)));
    HTTPServer server(new Factory, socket, new HTTPServerParams);
    server.start();
    pause();
}

int main(int, char** arguments) {
    const int port = std::atoi(std::getenv("PORT"));
    if (std::string(arguments[1]) == "httplib") listenHttplib(port);
    else listenPoco(port);
}
