import com.fasterxml.jackson.databind.ObjectMapper
import io.ktor.http.ContentType
import io.ktor.http.HttpMethod
import io.ktor.server.application.ApplicationCall
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.request.receiveText
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.method
import io.ktor.server.routing.route
import io.ktor.server.routing.routing

val json = ObjectMapper()

suspend fun ApplicationCall.answer(value: Any?) =
    respondText(json.writeValueAsString(mapOf("value" to value)), ContentType.Application.Json)

fun main() {
    embeddedServer(Netty, port = System.getenv("PORT").toInt(), host = "127.0.0.1") {
        routing {
            get("/list") { call.answer(call.queryParameters.getAll("a")) }
            get("/x/{id}") { call.answer(call.pathParameters["id"]) }
            route("/query", HttpMethod("QUERY")) {
                handle { call.answer(json.readTree(call.receiveText())) }
            }
        }
    }.start(wait = true)
}
