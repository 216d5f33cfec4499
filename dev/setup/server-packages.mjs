/** What the built server imports; endpoint.js has them as optional peers, because the builder needs none. */
export const SERVER_PACKAGES = /** @type {const} */ ([
  '@bufbuild/protobuf',
  '@connectrpc/connect',
  '@connectrpc/connect-node',
  '@discoveryjs/json-ext',
  '@grpc/grpc-js',
  'piscina',
  '@grpc/reflection',
  'grpc-health-check',
]);

/** What it imports where metrics are asked for. */
export const METRICS_PACKAGES = /** @type {const} */ (['prom-client']);
