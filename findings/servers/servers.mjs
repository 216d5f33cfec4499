/** The servers of other packages that speak gRPC-Web themselves. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Server
 * @property {string} id of its file in results/
 * @property {string} name as people call it
 * @property {string} package its version in the file `pins` is the table's
 * @property {readonly [string, ...string[]]} start the command; PORT is in the environment
 */

/**
 * @typedef {object} Language
 * @property {string} folder with the smallest programs that serve CallApi
 * @property {readonly Parameters<typeof import('../../dev/setup/programs.mjs').findMissing>[0][]} programs
 * @property {string} install runs once in a copy of the folder, which has `api.proto` too
 * @property {string} pins the file that has the versions
 * @property {readonly Server[]} servers
 */

const PROTOC = {
  command: 'protoc',
  probe: ['--version'],
  packages: ['protobuf-compiler'],
  advice: 'Install the Protocol Buffers compiler',
};

/** @type {readonly Language[]} */
export const LANGUAGES = [
  {
    folder: 'go',
    programs: [
      { command: 'go', probe: ['version'], packages: ['golang-go'], advice: 'Install Go from https://go.dev/dl' },
      PROTOC,
    ],
    install: 'GOBIN="$PWD/bin" go install tool\nPATH="$PWD/bin:$PATH" go generate\ngo build -o bin/servers .',
    pins: 'go.mod',
    servers: [
      { id: 'connect-go', name: 'connect-go', package: 'connectrpc.com/connect', start: ['bin/servers', 'connect-go'] },
      { id: 'improbable', name: 'improbable-eng/grpc-web (Go)', package: 'github.com/improbable-eng/grpc-web', start: ['bin/servers', 'improbable'] },
      { id: 'vanguard', name: 'vanguard-go', package: 'connectrpc.com/vanguard', start: ['bin/servers', 'vanguard'] },
    ],
  },
  {
    folder: 'rust',
    programs: [
      { command: 'cargo', probe: ['--version'], packages: ['cargo'], advice: 'Install Rust from https://rustup.rs' },
      PROTOC,
    ],
    install: 'cargo build --quiet --locked --jobs 1',
    pins: 'Cargo.toml',
    servers: [{ id: 'tonic-web', name: 'tonic-web (Rust)', package: 'tonic-web', start: ['target/debug/servers'] }],
  },
  {
    folder: 'python',
    programs: [
      {
        command: 'python3',
        probe: ['-c', 'import ensurepip, venv'],
        packages: ['python3-venv'],
        advice: 'Install Python 3 with venv',
      },
    ],
    install: [
      'python3 -m venv .venv',
      '.venv/bin/pip install --quiet --requirement requirements.txt',
      '.venv/bin/python -m grpc_tools.protoc -I . --python_out=. --grpc_python_out=. api.proto',
    ].join('\n'),
    pins: 'requirements.txt',
    servers: [
      { id: 'sonora-wsgi', name: 'sonora (Python, WSGI)', package: 'sonora', start: ['.venv/bin/python', 'server.py', 'wsgi'] },
      { id: 'sonora-asgi', name: 'sonora (Python, ASGI)', package: 'sonora', start: ['.venv/bin/python', 'server.py', 'asgi'] },
    ],
  },
]; // prettier-ignore

/** The pinned version of a server. @param {Language} language @param {Server} server @returns {string | undefined} */
export function readVersion({ folder, pins }, { package: name }) {
  const text = readFileSync(new URL(`${folder}/${pins}`, import.meta.url), 'utf8');
  // As in `go.mod`, Cargo.toml and requirements.txt.
  const line = text.split('\n').find((pin) => pin.trim().split(/ |==/)[0] === name);
  return /\d+\.\d+\.\d+$/.exec(line?.replace(/"$/, '') ?? '')?.[0];
}
