/** An API server of Kubernetes with its storage, on loopback, that stores or only checks manifests. */
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { followOutput, start, stop } from '../../process/processes.mjs';
import { startOnFreePorts } from '../../process/ports.mjs';
import { type Manifest, readManifests } from './manifests.js';

const READY_MS = 300_000;
const POLL_MS = 200;

interface Programs {
  readonly etcd: string;
  readonly apiServer: string;
  /** The folder of the definitions of custom resources. */
  readonly crds: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A running API server. */
export class ApiServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  readonly #token = randomBytes(16).toString('hex');
  readonly #children: ChildProcess[] = [];
  #port = 0;
  #ca = '';
  readonly #output: string[] = [];

  /**
   * Starts it, with the custom resources defined.
   *
   * @throws {Error} with its output, when it ends or doesn't get ready
   */
  static async start({ crds, ...programs }: Programs): Promise<ApiServer> {
    const { started } = await startOnFreePorts({ api: 0, storage: 0, peers: 0 }, async (ports) => {
      const server = new ApiServer();
      try {
        await server.#start(programs, ports);
        await server.#define(crds);
      } catch (error) {
        await server.stop();
        throw error;
      }
      return server;
    });
    return started;
  }

  async #start({ etcd, apiServer }: Omit<Programs, 'crds'>, ports: Record<'api' | 'storage' | 'peers', number>) {
    const { storage, peers } = ports;
    this.#port = ports.api;
    const key = join(this.#folder, 'accounts.key');
    const tokens = join(this.#folder, 'tokens.csv');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }));
    writeFileSync(tokens, `${this.#token},admin,admin,system:masters\n`);
    const client = `http://127.0.0.1:${storage}`;
    this.#run(etcd, ['--data-dir', join(this.#folder, 'data'), '--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', `http://127.0.0.1:${peers}`]); // prettier-ignore
    this.#run(apiServer, [
      `--etcd-servers=${client}`, '--bind-address=127.0.0.1', `--secure-port=${this.#port}`, `--cert-dir=${this.#folder}`,
      '--service-account-issuer=https://127.0.0.1', `--service-account-key-file=${key}`, `--service-account-signing-key-file=${key}`,
      `--token-auth-file=${tokens}`, '--anonymous-auth=false', '--authorization-mode=RBAC', '--service-cluster-ip-range=10.0.0.0/24',
      // Nothing here makes the accounts that it asks for.
      '--disable-admission-plugins=ServiceAccount',
    ]); // prettier-ignore
    await this.#until('it is ready', async () => {
      this.#ca = readFileSync(join(this.#folder, 'apiserver.crt'), 'utf8');
      return (await this.#ask('GET', '/readyz')).status === 200;
    });
  }

  async #define(crds: string): Promise<void> {
    const files = readdirSync(crds).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
    for (const definition of files.flatMap((file) => readManifests(readFileSync(join(crds, file), 'utf8'), file))) {
      const { status, text } = await this.apply(definition);
      if (status >= 300) throw new Error(`${definition.metadata.name}: ${text}`);
    }
  }

  #run(command: string, args: readonly string[]): void {
    const child = start(command, args, { cwd: this.#folder });
    this.#children.push(child);
    followOutput(child, { keep: 20, onLine: (line) => this.#output.push(line) });
  }

  /** Waits for a condition; one that throws isn't met. */
  async #until(what: string, isMet: () => Promise<boolean>): Promise<void> {
    for (let waited = 0; waited < READY_MS; waited += POLL_MS) {
      const ended = this.#children.find(({ exitCode }) => exitCode !== null);
      if (ended) throw new Error(`The API server ended before ${what}:\n${this.#output.slice(-20).join('\n')}`);
      if (await isMet().catch(() => false)) return;
      await delay(POLL_MS);
    }
    throw new Error(`The API server didn't reach the point that ${what}:\n${this.#output.slice(-20).join('\n')}`);
  }

  #ask(method: string, path: string, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/apply-patch+yaml' }),
      };
      const options = {
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers,
        ca: this.#ca,
        agent: false as const,
      };
      const asked = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      asked.on('error', reject).end(body);
    });
  }

  /** Finds the path of a manifest, once its kind is known. */
  async #locate({ apiVersion, kind, metadata }: Manifest): Promise<string> {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    let found: { name: string; namespaced: boolean } | undefined;
    await this.#until(`${kind} is known`, async () => {
      const list = JSON.parse((await this.#ask('GET', root)).text) as {
        resources: { name: string; kind: string; namespaced: boolean }[];
      };
      found = list.resources.find((one) => one.kind === kind && !one.name.includes('/'));
      return found !== undefined;
    });
    const scope = found?.namespaced === true ? `/namespaces/${metadata.namespace}` : '';
    return `${root}${scope}/${found?.name}/${metadata.name}`;
  }

  /** Applies a manifest, or with `dryRun` only checks it, with all of the server's own checks; unknown fields are errors. */
  async apply(manifest: Manifest, { dryRun = false } = {}): Promise<Answer> {
    const query = `fieldManager=test&force=true&fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`;
    return this.#ask('PATCH', `${await this.#locate(manifest)}?${query}`, JSON.stringify(manifest));
  }

  /** Ends it, and removes its files. */
  async stop(): Promise<void> {
    for (const child of this.#children.splice(0).toReversed()) await stop(child);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
