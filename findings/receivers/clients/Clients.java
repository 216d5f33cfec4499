import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;

public class Clients {
    static final String BODY = "{\"a\":\"1\"}";

    static int sendJdk(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).version(HttpClient.Version.HTTP_1_1)
            .header("content-type", "application/json").method("QUERY", HttpRequest.BodyPublishers.ofString(BODY)).build();
        HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    static int sendOkHttp(String url) throws Exception {
        RequestBody body = RequestBody.create(BODY, MediaType.get("application/json"));
        return new OkHttpClient().newCall(new Request.Builder().url(url).method("QUERY", body).build()).execute().code();
    }

    static int sendApache(String url) throws Exception {
        HttpUriRequestBase request = new HttpUriRequestBase("QUERY", URI.create(url));
        request.setEntity(new StringEntity(BODY, ContentType.APPLICATION_JSON));
        return HttpClients.createDefault().execute(request, response -> response.getCode());
    }

    public static void main(String[] args) throws Exception {
        System.out.println(switch (args[0]) {
            case "jdk" -> sendJdk(args[1]);
            case "okhttp" -> sendOkHttp(args[1]);
            default -> sendApache(args[1]);
        });
        System.exit(0);
    }
}
