import * as imported from '@improbable-eng/grpc-web';

/** What a CommonJS module looks like from an ES module: bundlers show its names, Node shows only `default`. */
interface Interop {
  readonly grpc?: typeof imported.grpc;
  readonly default?: Interop;
}

function find(module: Interop): typeof imported.grpc {
  if (module.grpc !== undefined) return module.grpc;
  if (module.default !== undefined && module.default !== module) return find(module.default);
  throw new TypeError('@improbable-eng/grpc-web has no export "grpc". Version ^0.15.0 is needed.');
}

/** The API of @improbable-eng/grpc-web, however the module came in. */
export const grpc: typeof imported.grpc = find(imported);

/** Metadata as the library takes it. Its own reading of `Headers` throws where a value is empty. */
export function libraryMetadata(headers: Headers): imported.grpc.Metadata {
  const metadata = new grpc.Metadata();
  for (const [name, value] of headers) metadata.append(name, value);
  return metadata;
}
