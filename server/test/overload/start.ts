import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts the built server with operations that hold its thread for `busyMs`; without `maxWaitMs`, it refuses no call. */
export async function startBusyServer(busyMs: number, maxWaitMs?: number) {
  const script = fileURLToPath(new URL('busy-server.mjs', import.meta.url));
  const child = spawn(
    process.execPath,
    [script, ...[busyMs, maxWaitMs].filter((value) => value !== undefined).map(String)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const end = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it listened.`);
  });
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
  const { grpc, health } = JSON.parse(await Promise.race([line, end])) as { grpc: string; health: string };
  return { grpc, health, stop: () => child.kill('SIGKILL') };
}
