// Traces the gRPC calls of any server script by OpenTelemetry's own instrumentation, without a change of the server:
//
//   node --import ./instrumentation.mjs server.mjs
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
