/** docs/guides/envoy.md, Rates per caller: its blocks as edits of envoy.production.yaml, and Envoy's rate limit service with Redis. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { mountFolder } from '../../server/test/mounted-folder.mjs';
import { startOnFreePorts } from '../../process/ports.mjs';
import { followOutput, start, stop } from '../../process/processes.mjs';
import { replaceOnce } from './envoy.js';
import type { ProductionOptions } from './production.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'envoy.md'), 'utf8');

/** The limits, as delivered. */
export const RATES = readFileSync(join(ROOT, 'deploy', 'rate-limit', 'config.yaml'), 'utf8');

type Edits = NonNullable<ProductionOptions['edits']>;

/** The text of the file that follows each block. */
const PLACES = {
  jwt: '                  # Calls a second: 200',
  'jwt-issuer': '    # The admin interface, for the listener of metrics.\n',
  caller: '                # One line of JSON for each call',
  'local-actions': '                        # A subscriber has at least a /64',
  'local-descriptors': '                        - entries: [{ key: masked_remote_address }]\n',
  'global-filter': '                  - name: envoy.filters.http.buffer\n',
  'global-cluster': '    # The admin interface, for the listener of metrics.\n',
} as const;

/**
 * Makes the edit that adds a block of the guide.
 *
 * @param changes replace texts of the block
 * @throws {Error} when the guide has no such block, or a text isn't in it exactly once
 */
export function readBlockEdit(name: keyof typeof PLACES, changes: Edits = []): Edits[number] {
  const [, block] = new RegExp(`\`\`\`yaml ${name}\\n([^]*?)\`\`\``).exec(GUIDE) ?? [];
  if (block === undefined) throw new Error(`The guide has no block ${name}.`);
  const place = PLACES[name];
  const indent = /^ */.exec(place)?.[0] ?? '';
  const placed = changes.reduce((text, [from, to]) => replaceOnce(text, from, to), block);
  return [place, placed.replaceAll(/^(?=.)/gm, indent) + place];
}

interface Compose {
  readonly services: {
    readonly 'rate-limit': { readonly environment: NodeJS.ProcessEnv };
    readonly redis: { readonly command: readonly string[] };
  };
}
const COMPOSE: Compose = parse(readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8'));

/** How the service is delivered: by Compose or by Kubernetes. */
type Delivery = 'compose' | 'kubernetes';

/** The service's settings, as delivered. */
function readSettings(delivery: Delivery): NodeJS.ProcessEnv {
  if (delivery === 'compose') return COMPOSE.services['rate-limit'].environment;
  const path = join(ROOT, 'deploy', 'kubernetes', 'components', 'rate-limit', 'deployment.yaml');
  const env: { name: string; value: string }[] = parse(readFileSync(path, 'utf8')).spec.template.spec.containers[0].env;
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}

const READY_MS = 120_000;
const POLL_MS = 100;

interface Programs {
  readonly service: string;
  readonly redis: string;
}

type Ports = Record<'grpc' | 'http' | 'debug' | 'redis', number>;

/** Envoy's rate limit service, with a Redis of its own. */
export class RateLimitService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  readonly #programs: Programs;
  readonly #ports: Ports;
  readonly #delivery: Delivery;
  readonly #output: string[] = [];
  #redis: ChildProcess | undefined;
  #service: ChildProcess | undefined;

  private constructor(programs: Programs, ports: Ports, delivery: Delivery) {
    this.#programs = programs;
    this.#ports = ports;
    this.#delivery = delivery;
    const folder = join(this.#folder, 'config');
    if (delivery === 'compose') mkdirSync(folder);
    else mountFolder(folder, { 'config.yaml': '' });
  }

  /**
   * Starts both, with the settings that are delivered.
   *
   * @param config the limits
   * @throws {Error} with their output, when one ends or doesn't get ready
   */
  static async start(programs: Programs, config: string, delivery: Delivery = 'compose'): Promise<RateLimitService> {
    const { started } = await startOnFreePorts({ grpc: 0, http: 0, debug: 0, redis: 0 }, async (ports) => {
      const both = new RateLimitService(programs, ports, delivery);
      try {
        await both.startRedis();
        await both.startService(config);
      } catch (error) {
        await both.stop();
        throw error;
      }
      return both;
    });
    return started;
  }

  /** The address of the service's gRPC. */
  get address(): string {
    return `127.0.0.1:${this.#ports.grpc}`;
  }

  /** Starts Redis, where the service expects it. */
  async startRedis(): Promise<void> {
    const { redis: port } = this.#ports;
    const [, ...flags] = COMPOSE.services.redis.command;
    this.#redis = this.#run(this.#programs.redis, ['--bind', '127.0.0.1', '--port', String(port), ...flags], {});
    // The service ends where there is no Redis.
    await this.#until(this.#redis, 'Redis listens', () => isOpen(port));
  }

  /** Starts the service with these limits, at the same address. */
  async startService(config: string): Promise<void> {
    const { grpc, http, debug, redis } = this.#ports;
    writeFileSync(join(this.#folder, 'config', 'config.yaml'), config);
    this.#service = this.#run(this.#programs.service, [], {
      ...readSettings(this.#delivery),
      REDIS_URL: `127.0.0.1:${redis}`,
      RUNTIME_ROOT: this.#folder,
      HOST: '127.0.0.1',
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: String(grpc),
      PORT: String(http),
      DEBUG_PORT: String(debug),
    });
    const health = `http://127.0.0.1:${http}/healthcheck`;
    const isHealthy = async (): Promise<boolean> => (await isOpen(grpc)) && (await fetch(health)).ok;
    await this.#until(this.#service, 'the service is healthy', isHealthy);
  }

  #run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    const child = start(command, args, { cwd: this.#folder, env: { ...process.env, ...env } });
    followOutput(child, { keep: 20, onLine: (line) => this.#output.push(line) });
    return child;
  }

  /** Waits for a condition; one that throws isn't met. */
  async #until(child: ChildProcess, what: string, isMet: () => Promise<boolean>): Promise<void> {
    const output = (): string => this.#output.slice(-20).join('\n');
    for (let waited = 0; waited < READY_MS; waited += POLL_MS) {
      if (child.exitCode !== null) throw new Error(`The program ended before ${what}:\n${output()}`);
      if (await isMet().catch(() => false)) return;
      await delay(POLL_MS);
    }
    throw new Error(`It didn't happen that ${what}:\n${output()}`);
  }

  /** Ends the service alone. */
  async stopService(): Promise<void> {
    if (this.#service) await stop(this.#service);
  }

  /** Ends Redis alone, with all counts. */
  async stopRedis(): Promise<void> {
    if (this.#redis) await stop(this.#redis);
  }

  /** Ends both. */
  async stop(): Promise<void> {
    await this.stopService();
    await this.stopRedis();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}
