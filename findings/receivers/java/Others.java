import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
            config.routes.post("/form/{name}", ctx -> ctx.json(answer(ctx.formParams(ctx.pathParam("name")))));
            config.routes.post("/multipart", ctx -> {
                List<List<String>> files = new ArrayList<>();
                for (var entry : ctx.uploadedFileMap().entrySet())
                    for (var file : entry.getValue())
                        files.add(Arrays.asList(entry.getKey(), file.filename(), file.contentType(),
                            new String(file.content().readAllBytes(), StandardCharsets.UTF_8)));
                Map<String, List<String>> fields = new TreeMap<>(ctx.formParamMap());
                // The names of files are in the map too, without a text.
                fields.values().removeIf(List::isEmpty);
                ctx.json(answer(new TreeMap<>(Map.of("fields", fields, "files", files))));
            });
            config.routes.get("/x/{id}", ctx -> ctx.json(answer(ctx.pathParam("id"))));
            config.routes.addHttpHandler(HandlerType.QUERY, "/query", ctx -> ctx.json(answer(ctx.bodyAsClass(Map.class))));
        }).start(HOST, port);
    }

    static void listenVertx(int port) {
        Vertx vertx = Vertx.vertx();
        Router router = Router.router(vertx);
        router.get("/list").handler(ctx -> ctx.json(new JsonObject(answer(ctx.queryParam("a")))));
        router.get("/x/:id").handler(ctx -> ctx.json(new JsonObject(answer(ctx.pathParam("id")))));
        router.post("/form/:name").handler(BodyHandler.create()).handler(ctx ->
            ctx.json(new JsonObject(answer(ctx.request().formAttributes().getAll(ctx.pathParam("name"))))));
        router.post("/multipart").handler(BodyHandler.create().setDeleteUploadedFilesOnEnd(true)).handler(ctx -> {
            var form = ctx.request().formAttributes();
            var fields = form.names().stream().collect(Collectors.toMap(name -> name, form::getAll));
            var files = ctx.fileUploads().stream().map(file -> Arrays.asList(file.name(), file.fileName(), file.contentType(),
                vertx.fileSystem().readFileBlocking(file.uploadedFileName()).toString())).toList();
            ctx.json(new JsonObject(answer(new TreeMap<>(Map.of("fields", fields, "files", files)))));
        });
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

        @POST
        @Path("form/{name}")
        public String form(@PathParam("name") String name, @FormParam("a") List<String> a, @FormParam("age") String age,
                @FormParam("items") List<String> items) throws Exception {
            return write(name.equals("a") ? a : name.equals("age") ? age : items);
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
