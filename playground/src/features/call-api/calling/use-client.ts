import { useCallback, useEffect, useState } from 'react';
import type * as exchange from './grpc-client.js';

/** What speaks gRPC: a chunk of its own, fetched when it is first wanted; a failed attempt is made again the next time. */
export type Client = typeof exchange;
let loading: Promise<Client> | undefined;

/** The chunk that speaks gRPC. Rejects where it can't be fetched. */
export async function loadClient(): Promise<Client> {
  loading ??= import('./grpc-client.js');
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** The chunk once it is here; `want` asks for it. */
export function useClient(): { readonly client: Client | undefined; readonly want: () => void } {
  const [client, setClient] = useState<Client>();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    // Whoever calls, with or without the chunk, is told; nobody is for a chunk that was fetched ahead.
    loadClient().then(setClient, () => setWanted(false));
  }, [wanted]);
  const want = useCallback(() => setWanted(true), []);
  return { client, want };
}
