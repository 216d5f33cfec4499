/**
 * Generates `proto/gen` from api.proto, for `npm run generate`.
 *
 * protoc-gen-ts writes TypeScript that is strict, except for unused interfaces and missing `override` modifiers. So it is
 * compiled here, under the options it can meet, to JavaScript with declarations: importers keep their own stricter options,
 * nothing is silenced, and Node runs the result as it is.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveFull } from '../full/packages.mjs';
import { run } from '../../process/processes.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROTO = join(ROOT, 'proto');
const COMMITTED = join(PROTO, 'gen');
const require = createRequire(import.meta.url);

/**
 * Resolves a package's executable as a script that `node` runs: no shell, no install script, the same on every platform.
 *
 * @param {string} manifest the path of the package's package.json
 * @param {string} name
 */
function resolveScript(manifest, name) {
  return join(dirname(manifest), require(manifest).bin[name]);
}

/**
 * Runs a package's script in proto/.
 *
 * @param {string} path
 * @param {readonly string[]} args
 * @throws {Error} when it fails, with its output
 */
async function runTool(path, args) {
  // buf starts the plugin by its name: npm's folder of executables has it.
  const executables = join(ROOT, 'dev', 'full', 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${executables}${delimiter}${process.env['PATH'] ?? ''}` };
  const { failure, output } = await run(process.execPath, [path, ...args], { cwd: PROTO, env });
  if (failure !== undefined) throw new Error(`${relative(ROOT, path)} ${args[0]} failed: ${output.trim() || failure}`);
}

/**
 * @param {Buffer} api
 * @param {Buffer} health
 */
const formatDescriptorModule = (api, health) => `// Generated from api.proto and health.proto. DO NOT EDIT!
/** api.binpb (a google.protobuf.FileDescriptorSet) in base64, so that bundles carry it with them. */
export const descriptorSetBase64: string =
  '${api.toString('base64')}';
/** The standard's grpc/health/v1/health.proto in the same form. */
export const healthDescriptorSetBase64: string =
  '${health.toString('base64')}';
`;

const DESCRIPTOR_FLAGS = ['--as-file-descriptor-set', '--exclude-source-info', '--output'];

/**
 * Builds the descriptor set of the health standard's file, which grpc-health-check ships, under the standard's path.
 *
 * @param {string} buf
 * @param {string} work a folder
 */
async function buildHealthDescriptorSet(buf, work) {
  const folder = join(work, 'health');
  const file = join(folder, 'grpc', 'health', 'v1', 'health.proto');
  const shipped = join(dirname(require.resolve('grpc-health-check/package.json')), 'proto/health/v1/health.proto');
  const out = join(work, 'health.binpb');
  await cp(shipped, file);
  await runTool(buf, ['build', folder, ...DESCRIPTOR_FLAGS, out]);
  const bytes = await readFile(out);
  await Promise.all([rm(folder, { recursive: true }), rm(out)]);
  return bytes;
}

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  declaration: true,
};

/**
 * Generates everything.
 *
 * @param {string} target an empty folder inside the repository, so that types resolve
 */
async function generateInto(target) {
  const buf = resolveScript(resolveFull('@bufbuild/buf/package.json'), 'buf');
  const work = join(target, 'source');
  const out = join(target, 'gen');
  await runTool(buf, ['lint']);
  await runTool(buf, ['generate', '--output', work]);
  await mkdir(out, { recursive: true });
  const descriptorSet = join(out, 'api.binpb');
  await runTool(buf, ['build', ...DESCRIPTOR_FLAGS, descriptorSet]);
  const health = await buildHealthDescriptorSet(buf, work);
  await writeFile(join(work, 'descriptor-set.ts'), formatDescriptorModule(await readFile(descriptorSet), health));
  const config = join(work, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions: { ...COMPILER_OPTIONS, rootDir: work, outDir: out } }));
  await runTool(resolveScript(require.resolve('@typescript/native/package.json'), 'tsc'), ['--project', config]);
  return out;
}

/**
 * @param {string} folder
 * @returns {Promise<Map<string, Buffer>>} the folder's files, by their path with `/`
 */
async function readFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const path of paths) files.set(relative(folder, path).replaceAll('\\', '/'), await readFile(path));
  return files;
}

/**
 * Compares the committed folder with a fresh one.
 *
 * @param {string} committedFolder
 * @param {string} freshFolder
 * @returns {Promise<string[]>} one sentence for each file that differs
 */
export async function findDifferences(committedFolder, freshFolder) {
  const [old, fresh] = await Promise.all([readFiles(committedFolder), readFiles(freshFolder)]);
  const found = [];
  for (const [path, bytes] of fresh) {
    const before = old.get(path);
    if (!before) found.push(`${path} is missing.`);
    else if (!before.equals(bytes)) found.push(`${path} differs from a fresh run.`);
  }
  for (const path of old.keys()) if (!fresh.has(path)) found.push(`${path} is not generated from api.proto.`);
  return found;
}

/**
 * Calls `use` with a freshly generated folder, which is removed afterwards.
 *
 * @template T
 * @param {(folder: string) => Promise<T>} use
 */
async function withFreshRun(use) {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const target = await mkdtemp(join(ROOT, '.cache', 'proto-'));
  try {
    return await use(await generateInto(target));
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

/** Replaces `proto/gen` by a fresh run. */
export async function writeCode() {
  await withFreshRun(async (fresh) => {
    await rm(COMMITTED, { recursive: true, force: true });
    await cp(fresh, COMMITTED, { recursive: true });
  });
}

/** @returns {Promise<string[]>} one sentence for each file of `proto/gen` that differs from a fresh run */
export async function checkCode() {
  const found = await withFreshRun((fresh) => findDifferences(COMMITTED, fresh));
  return found.map((sentence) => `proto/gen: ${sentence}`);
}
