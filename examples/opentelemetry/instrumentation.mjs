// Traces the gRPC calls of any server script with OpenTelemetry's own instrumentation, without a change of the server.
//
//   npm install @opentelemetry/sdk-node @opentelemetry/instrumentation-grpc
//   OTEL_TRACES_EXPORTER=console OTEL_SERVICE_NAME=calls \
//     node --import ./examples/opentelemetry/instrumentation.mjs examples/custom-operation/server.mjs
//
// Without OTEL_TRACES_EXPORTER, spans go by OTLP to OTEL_EXPORTER_OTLP_ENDPOINT (http://localhost:4318). The server's own spans, and those
// of the requests that `send` makes, need no instrumentation: createServer({ tracer }), or --otlp-endpoint of its command.
import { createRequire } from 'node:module';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({ instrumentations: [new GrpcInstrumentation()] });
sdk.start();

// The instrumentation hooks into `require`. The package is CommonJS, so the server's `import` gets the same, instrumented
// instance.
createRequire(import.meta.url)('@grpc/grpc-js');

// When the server has drained, send the remaining spans.
process.once('beforeExit', () => void sdk.shutdown());
