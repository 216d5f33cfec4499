import api.Api.Request;
import api.Api.Response;
import api.ApiServiceGrpc;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.ErrorDetailsProto;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls the service: each line of standard input is a request as JSON. Prints an answer as JSON for
 * each of them. The arguments are the address, the milliseconds for a call, and for TLS a PEM file
 * with the authorities to trust.
 */
public final class Call {
  /** Retries calls that end with UNAVAILABLE: only for operations that may run twice. */
  private static final String SERVICE_CONFIG =
      """
      {"methodConfig": [{
        "name": [{"service": "api.ApiService"}],
        "retryPolicy": {
          "maxAttempts": 4,
          "initialBackoff": "0.1s",
          "backoffMultiplier": 2,
          "maxBackoff": "5s",
          "retryableStatusCodes": ["UNAVAILABLE"]
        }
      }]}
      """;

  private static final Metadata.Key<String> REQUEST_ID = key("x-request-id");
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
  private static final JsonFormat.TypeRegistry DETAIL_TYPES =
      JsonFormat.TypeRegistry.newBuilder()
          .add(ErrorDetailsProto.getDescriptor().getMessageTypes())
          .build();

  /** The call was served, and its operation failed. */
  static final class OperationException extends Exception {
    OperationException(String message) {
      super(message);
    }
  }

  /** Opens a channel: by TLS with the authorities of a file, plain without it. */
  static ManagedChannel openChannel(String target, File ca) throws IOException {
    var credentials =
        ca == null
            ? InsecureChannelCredentials.create()
            : TlsChannelCredentials.newBuilder().trustManager(ca).build();
    return Grpc.newChannelBuilder(target, credentials)
        .defaultServiceConfig(GSON.<Map<String, ?>>fromJson(SERVICE_CONFIG, Map.class))
        .build();
  }

  /**
   * Returns the result of an operation.
   *
   * @throws OperationException if the operation failed
   * @throws StatusRuntimeException if the call failed
   */
  static String call(ApiServiceGrpc.ApiServiceBlockingStub stub, Request request)
      throws OperationException {
    Response response = stub.callApi(request);
    if (!response.getSuccess()) throw new OperationException(response.getMessage());
    return response.getMessage();
  }

  /** Converts an error detail to JSON; of an unknown type, only its name. */
  static Object describeDetail(Any detail) {
    try {
      String text = JsonFormat.printer().usingTypeRegistry(DETAIL_TYPES).print(detail);
      return GSON.fromJson(text, Map.class);
    } catch (InvalidProtocolBufferException unknownType) {
      return Map.of("@type", detail.getTypeUrl());
    }
  }

  static Map<String, Object> answer(ApiServiceGrpc.ApiServiceBlockingStub stub, Request request) {
    Map<String, Object> answer = new LinkedHashMap<>();
    AtomicReference<Metadata> headers = new AtomicReference<>();
    AtomicReference<Metadata> trailers = new AtomicReference<>();
    var capture = MetadataUtils.newCaptureMetadataInterceptor(headers, trailers);
    try {
      answer.put("result", call(stub.withInterceptors(capture), request));
    } catch (OperationException failure) {
      answer.put("operationError", failure.getMessage());
    } catch (StatusRuntimeException failure) {
      answer.put("status", failure.getStatus().getCode());
      answer.put("message", failure.getStatus().getDescription());
      var details = StatusProto.fromThrowable(failure).getDetailsList();
      answer.put("details", details.stream().map(Call::describeDetail).toList());
    }
    // An answer without a message has no headers, only trailers.
    Metadata received = headers.get() == null ? trailers.get() : headers.get();
    answer.put("requestId", received == null ? null : received.get(REQUEST_ID));
    return answer;
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  public static void main(String[] arguments) throws IOException {
    long milliseconds = Long.parseLong(arguments[1]);
    File ca = arguments.length > 2 ? new File(arguments[2]) : null;
    String token = System.getenv("CALL_SERVER_TOKEN");
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    ManagedChannel channel = openChannel(arguments[0], ca);
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Request.Builder request = Request.newBuilder();
      JsonFormat.parser().merge(line, request);
      Metadata metadata = new Metadata();
      // The server logs this id.
      metadata.put(REQUEST_ID, UUID.randomUUID().toString());
      if (token != null) metadata.put(key("authorization"), "Bearer " + token);
      var stub =
          ApiServiceGrpc.newBlockingStub(channel)
              .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
              .withDeadlineAfter(milliseconds, TimeUnit.MILLISECONDS);
      output.println(GSON.toJson(answer(stub, request.build())));
    }
    channel.shutdownNow();
  }
}
