// Traces the gRPC calls of any server script with OpenTelemetry's own instrumentation; the server needs no line for it.
//
//   OTEL_TRACES_EXPORTER=console OTEL_SERVICE_NAME=calls \
//     node --import ./examples/opentelemetry/instrumentation.mjs examples/custom-operation/server.mjs
//
// Without OTEL_TRACES_EXPORTER, spans go by OTLP to OTEL_EXPORTER_OTLP_ENDPOINT (http://localhost:4318).
import { createRequire } from 'node:module';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({ instrumentations: [new GrpcInstrumentation()] });
sdk.start();

// The instrumentation hooks into `require`. The package is CommonJS, so what the server's `import` gets later is this
// very instance, instrumented.
createRequire(import.meta.url)('@grpc/grpc-js');

// After a server has drained, nothing is left to do: send the spans that still wait.
process.once('beforeExit', () => void sdk.shutdown());
