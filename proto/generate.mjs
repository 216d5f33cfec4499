// Generates proto/gen from api.proto. `node proto/generate.mjs` writes it, `--check` compares it with a fresh run.
//
// protoc-gen-ts writes TypeScript that is strict, but not free of unused interfaces and missing `override` modifiers.
// So it is compiled here, under the options it can meet, to JavaScript with declarations: importers keep their own
// stricter options, nothing is silenced, and Node runs the result as it is.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installFullPackages, resolveFull } from '../dev/full/packages.mjs';

const run = promisify(execFile);
const protoFolder = dirname(fileURLToPath(import.meta.url));
const root = dirname(protoFolder);
const committed = join(protoFolder, 'gen');
const require = createRequire(import.meta.url);

/** A package's executable as a script that `node` runs: no shell, no install script, the same on every platform. */
function script(manifest, name) {
  return join(dirname(manifest), require(manifest).bin[name]);
}

/** Runs a package's script in proto/; fails with what the tool printed. */
async function tool(path, args) {
  const env = { ...process.env };
  // buf starts the plugin by its name: npm's folder of executables has it.
  env.PATH = `${join(root, 'dev', 'full', 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
  try {
    await run(process.execPath, [path, ...args], { cwd: protoFolder, env });
  } catch (error) {
    const printed = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim();
    throw new Error(`${relative(root, path)} ${args[0]} failed: ${printed || error.message}`, { cause: error });
  }
}

const descriptorModule = (api, health) => `// Generated from api.proto and health.proto. DO NOT EDIT!
/** api.binpb (a google.protobuf.FileDescriptorSet) in base64, so that bundles carry it with them. */
export const descriptorSetBase64: string =
  '${api.toString('base64')}';
/** The standard's grpc/health/v1/health.proto in the same form. */
export const healthDescriptorSetBase64: string =
  '${health.toString('base64')}';
`;

const descriptorFlags = ['--as-file-descriptor-set', '--exclude-source-info', '--output'];

/** The descriptor set of the health standard's own file, which grpc-health-check ships, under the standard's own path. */
async function healthDescriptorSet(buf, work) {
  const folder = join(work, 'health');
  const file = join(folder, 'grpc', 'health', 'v1', 'health.proto');
  const shipped = join(dirname(require.resolve('grpc-health-check/package.json')), 'proto/health/v1/health.proto');
  const out = join(work, 'health.binpb');
  await cp(shipped, file);
  await tool(buf, ['build', folder, ...descriptorFlags, out]);
  const bytes = await readFile(out);
  await Promise.all([rm(folder, { recursive: true }), rm(out)]);
  return bytes;
}

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  declaration: true,
};

/** Generates everything into `target`, an empty folder inside the repository (so that types resolve). */
async function generateInto(target) {
  const buf = script(resolveFull('@bufbuild/buf/package.json'), 'buf');
  const work = join(target, 'source');
  const out = join(target, 'gen');
  await tool(buf, ['lint']);
  await tool(buf, ['generate', '--output', work]);
  await mkdir(out, { recursive: true });
  const descriptorSet = join(out, 'api.binpb');
  await tool(buf, ['build', ...descriptorFlags, descriptorSet]);
  const health = await healthDescriptorSet(buf, work);
  await writeFile(join(work, 'descriptor-set.ts'), descriptorModule(await readFile(descriptorSet), health));
  const config = join(work, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions: { ...compilerOptions, rootDir: work, outDir: out } }));
  await tool(script(require.resolve('typescript/package.json'), 'tsc'), ['--project', config]);
  return out;
}

/** The folder's files, as path with `/` → bytes. */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (path) => [relative(folder, path).replaceAll('\\', '/'), await readFile(path)];
  return new Map(await Promise.all(paths.map(read)));
}

/** One sentence for each file that differs between the committed and the fresh folder. */
export async function differences(committedFolder, freshFolder) {
  const [old, fresh] = await Promise.all([filesOf(committedFolder), filesOf(freshFolder)]);
  const found = [];
  for (const [path, bytes] of fresh) {
    const before = old.get(path);
    if (!before) found.push(`${path} is missing.`);
    else if (!before.equals(bytes)) found.push(`${path} differs from what api.proto gives.`);
  }
  for (const path of old.keys()) if (!fresh.has(path)) found.push(`${path} comes from nothing.`);
  return found;
}

/** Calls `use` with a freshly generated folder, which is gone afterwards. */
export async function withFreshRun(use) {
  await mkdir(join(root, '.cache'), { recursive: true });
  const target = await mkdtemp(join(root, '.cache', 'proto-'));
  try {
    return await use(await generateInto(target));
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

async function main(args) {
  const unknown = args.find((arg) => arg !== '--check');
  if (unknown !== undefined) {
    console.error(`generate: unknown argument ${unknown}; there is only --check.`);
    return 2;
  }
  await installFullPackages(console.error);
  if (args.length === 0) {
    await withFreshRun(async (fresh) => {
      await rm(committed, { recursive: true, force: true });
      await cp(fresh, committed, { recursive: true });
    });
    return 0;
  }
  const found = await withFreshRun((fresh) => differences(committed, fresh));
  for (const line of found) console.error(`proto/gen: ${line}`);
  if (found.length > 0) console.error('Run `node proto/generate.mjs` and commit the result.');
  return found.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    return 1;
  });
}
