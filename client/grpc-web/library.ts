import * as imported from '@improbable-eng/grpc-web';

/** A CommonJS module as an ES module sees it: bundlers expose its names, Node only `default`. */
interface Interop {
  readonly grpc?: typeof imported.grpc;
  readonly default?: Interop;
}

function findGrpc(module: Interop): typeof imported.grpc {
  if (module.grpc !== undefined) return module.grpc;
  if (module.default !== undefined && module.default !== module) return findGrpc(module.default);
  throw new TypeError('@improbable-eng/grpc-web has no export "grpc"; install version ^0.15.0.');
}

/** The API of @improbable-eng/grpc-web, whichever way the module is imported. */
export const grpc: typeof imported.grpc = findGrpc(imported);

/** Converts metadata for the library. Its own reading of `Headers` throws at an empty value. */
export function toLibraryMetadata(headers: Headers): imported.grpc.Metadata {
  const metadata = new grpc.Metadata();
  for (const [name, value] of headers) metadata.append(name, value);
  return metadata;
}
