/** Runs commands by bash and the real curl, and records what it sends. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { VALID } from '../../soak/certificates.mjs';
import type { SentRequest } from './sent-request.js';

const HANDSHAKE = 22;
const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** The body in chunks; undefined while its end is missing. */
function joinChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (bytes.length < end + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** A request in its bytes; undefined while its end is missing. */
function parseRequest(bytes: Buffer, secure: boolean): SentRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('utf8', 0, end).split('\r\n');
  const [, method = '', target = ''] = /^([^]*?) ([^]*) HTTP\/1\.[01]$/.exec(first) ?? [];
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const find = (name: string) => headers.find(([key]) => key === name)?.[1];
  const rest = bytes.subarray(end + 4);
  const length = Number(find('content-length') ?? 0);
  const body = find('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest.length < length ? undefined : rest;
  if (body === undefined) return undefined;
  return { secure, method, target, host: find('host') ?? '', headers, body: body.toString('latin1') };
}

/** Records the requests of a connection. */
function record(socket: Socket | TLSSocket, secure: boolean, received: SentRequest[]): void {
  let bytes = Buffer.alloc(0);
  let isContinued = false;
  socket.on('error', () => socket.destroy());
  socket.on('data', (data: Buffer) => {
    bytes = Buffer.concat([bytes, data]);
    const request = parseRequest(bytes, secure);
    if (request !== undefined) {
      received.push(request);
      socket.end(RESPONSE);
    } else if (!isContinued && /\r\nexpect: 100-continue\r\n[^]*\r\n\r\n/i.test(bytes.toString('latin1'))) {
      isContinued = true;
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
  });
}

/** A server for one command at a time. */
class Recorder {
  received: SentRequest[] = [];
  readonly #server: Server;

  constructor() {
    const { cert, key } = VALID;
    this.#server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', (first: Buffer) => {
        socket.pause();
        socket.unshift(first);
        if (first[0] === HANDSHAKE) record(new TLSSocket(socket, { isServer: true, cert, key }), true, this.received);
        else {
          record(socket, false, this.received);
          socket.resume();
        }
      });
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => void this.#server.close(resolve));
  }
}

/** Adds where to connect to the first operation and to each after `--next`, before the options of the text. */
const SHIM = `#!/bin/sh
own="-k --proto =http,https --connect-to ::127.0.0.1:$ECHO_PORT"
count=$#
while [ $count -gt 0 ]; do
  word=$1
  shift
  set -- "$@" "$word"
  case $word in --next | -:) set -- "$@" $own ;; esac
  count=$((count - 1))
done
exec "$REAL_CURL" -s $own "$@"
`;

/** Runs commands, several at a time. */
export class CurlRunner {
  readonly #folder = mkdtempSync(join(tmpdir(), 'endpoint-js-curl-'));
  readonly #curl: string;

  constructor(curl: string) {
    this.#curl = curl;
    mkdirSync(join(this.#folder, 'bin'));
    writeFileSync(join(this.#folder, 'bin', 'curl'), SHIM);
    chmodSync(join(this.#folder, 'bin', 'curl'), 0o755);
    writeFileSync(join(this.#folder, 'bin', 'sudo'), '#!/bin/sh\nexec "$@"\n');
    chmodSync(join(this.#folder, 'bin', 'sudo'), 0o755);
  }

  async #runOne(text: string, recorder: Recorder, port: number): Promise<readonly SentRequest[]> {
    recorder.received = [];
    // Of its own: a script may write files that others read.
    const home = mkdtempSync(join(this.#folder, 'home-'));
    // Programs and files that commands name.
    symlinkSync(join(this.#folder, 'bin', 'curl'), join(home, 'curl'));
    for (const name of ['body.json', 'f', 'headers.txt']) writeFileSync(join(home, name), '{"a": 1}\n');
    const env = {
      PATH: `${join(this.#folder, 'bin')}:${process.env['PATH']}`,
      HOME: home,
      LC_ALL: 'C.UTF-8',
      ECHO_PORT: String(port),
      REAL_CURL: this.#curl,
      SCRIPT: text,
    };
    const child = spawn('timeout', ['20', 'bash', '-c', 'eval "$SCRIPT"\nwait'], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.resume();
    await new Promise((resolve, reject) => {
      child.on('close', resolve);
      child.on('error', reject);
    });
    rmSync(home, { recursive: true, force: true });
    return recorder.received;
  }

  /** The requests that each of the texts sends. */
  async run(texts: readonly string[], lanes = 4): Promise<readonly (readonly SentRequest[])[]> {
    const results: (readonly SentRequest[])[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      const recorder = new Recorder();
      const port = await recorder.listen();
      while (next < texts.length) {
        const index = next;
        next += 1;
        results[index] = await this.#runOne(texts[index] ?? '', recorder, port);
      }
      await recorder.close();
    };
    await Promise.all(Array.from({ length: lanes }, work));
    return results;
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
