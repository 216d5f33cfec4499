import { useCallback, useEffect, useState } from 'react';
import type * as grpcClient from './grpc-client.js';

/** The chunk that speaks gRPC, loaded on first use; after a failed attempt the next use tries again. */
export type Client = typeof grpcClient;
let loading: Promise<Client> | undefined;

/** Loads the chunk that speaks gRPC. Rejects if that fails. */
export async function loadClient(): Promise<Client> {
  loading ??= import('./grpc-client.js');
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** The chunk once it is loaded; `load` starts that. */
export function useClient(): { readonly client: Client | undefined; readonly load: () => void } {
  const [client, setClient] = useState<Client>();
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    if (!requested) return;
    // A failed call reports this problem; loading ahead of a call stays silent.
    loadClient().then(setClient, () => setRequested(false));
  }, [requested]);
  const load = useCallback(() => setRequested(true), []);
  return { client, load };
}
