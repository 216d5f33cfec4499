import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

public class Others {
    static final String HOST = "127.0.0.1";
    static final ObjectMapper JSON = new ObjectMapper();

    static Map<String, Object> answer(Object value) {
        return Collections.singletonMap("value", value);
    }

    static String write(Object value) throws Exception {
        return JSON.writeValueAsString(answer(value));
    }

    static void listenJavalin(int port) {
        Javalin.create(config -> {
            config.routes.get("/list", ctx -> ctx.json(answer(ctx.queryParams("a"))));
            config.routes.get("/x/{id}", ctx -> ctx.json(answer(ctx.pathParam("id"))));
            config.routes.addHttpHandler(HandlerType.QUERY, "/query", ctx -> ctx.json(answer(ctx.bodyAsClass(Map.class))));
        }).start(HOST, port);
    }

    static void listenVertx(int port) {
        Vertx vertx = Vertx.vertx();
        Router router = Router.router(vertx);
        router.get("/list").handler(ctx -> ctx.json(new JsonObject(answer(ctx.queryParam("a")))));
        router.get("/x/:id").handler(ctx -> ctx.json(new JsonObject(answer(ctx.pathParam("id")))));
        router.route(HttpMethod.valueOf("QUERY"), "/query").handler(BodyHandler.create())
            .handler(ctx -> ctx.json(new JsonObject(answer(ctx.body().asJsonObject()))));
        vertx.createHttpServer().requestHandler(router).listen(port, HOST);
    }

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @jakarta.ws.rs.HttpMethod("QUERY")
    public @interface QUERY {}

    @Path("/")
    @Produces("application/json")
    public static class Resource {
        @GET
        @Path("list")
        public String list(@QueryParam("a") List<String> a) throws Exception {
            return write(a);
        }

        @GET
        @Path("x/{id}")
        public String path(@PathParam("id") String id) throws Exception {
            return write(id);
        }

        @QUERY
        @Path("query")
        public String query(String body) throws Exception {
            return write(JSON.readValue(body, Map.class));
        }
    }

    public static void main(String[] args) {
        int port = Integer.parseInt(System.getenv("PORT"));
        switch (args[0]) {
            case "javalin" -> listenJavalin(port);
            case "vertx" -> listenVertx(port);
            default -> GrizzlyHttpServerFactory.createHttpServer(
                URI.create("http://" + HOST + ":" + port + "/"), new ResourceConfig(Resource.class));
        }
    }
}
