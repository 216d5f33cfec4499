import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../envoy/launcher/cache.mjs';
import { run } from '../../../process/processes.mjs';
import { findMissing } from '../../setup/programs.mjs';
import { inFolder, runProgram, type Runner, writeSnippets } from './runner.js';

/** The manifest, and the exact version of each crate with its checksum. */
const MANIFESTS = ['Cargo.toml', 'Cargo.lock'].map(
  (name) => [name, fileURLToPath(new URL(`../rust/${name}`, import.meta.url))] as const,
);

/** One program for all snippets: it runs those of the keys in its arguments, and reports those that fail. */
const toMain = (keys: readonly string[]): string => `${keys.map((key) => `mod snippet${key};\n`).join('')}
fn run(key: &str) -> Result<(), Box<dyn std::error::Error>> {
    match key {
${keys.map((key) => `        "${key}" => snippet${key}::main(),\n`).join('')}        _ => Err("unknown".into()),
    }
}

fn main() {
    let mut failed = 0;
    for key in std::env::args().skip(1) {
        if let Err(error) = run(&key) {
            eprintln!("case {key} {error:?}");
            failed = 1;
        }
    }
    std::process::exit(failed);
}
`;

const compiled = createHash('sha256');
for (const [, file] of MANIFESTS) compiled.update(readFileSync(file));
/** The crates are compiled once, into the user's cache folder. */
const TARGET_FOLDER = join(cacheFolder(process.env), `rust-${compiled.digest('hex').slice(0, 12)}`);

/** Modules of one program. */
export const rust: Runner = {
  program: 'Rust',
  every: 7,
  first: 2,
  async missing() {
    const reason = await findMissing({
      command: 'cargo',
      probe: ['--version'],
      packages: ['cargo'],
      advice: 'Install Rust from https://rustup.rs',
    });
    if (reason !== undefined) return reason;
    const fetching = ['fetch', '--quiet', '--locked', '--manifest-path', MANIFESTS[0]?.[1] ?? ''];
    const { failure, output } = await run('cargo', fetching, { timeoutMs: 120_000 });
    return failure === undefined ? undefined : `cargo ${failure} while fetching the crates: ${output.trim()}`;
  },
  run: (snippets, sandbox) =>
    inFolder(sandbox, 'rust-', async (inner) => {
      const source = join(inner.folder, 'src');
      await mkdir(source);
      for (const [name, file] of MANIFESTS) copyFileSync(file, join(inner.folder, name));
      await writeSnippets(source, snippets, (key, code) => [
        `snippet${key}.rs`,
        code.replace('fn main()', 'pub fn main()'),
      ]);
      const keys = snippets.map(([key]) => key);
      await writeFile(join(source, 'main.rs'), toMain(keys));
      // Cargo finds its registry and toolchain in the user's home folder.
      const env = { ...process.env, CARGO_TARGET_DIR: TARGET_FOLDER };
      await runProgram('cargo', ['build', '--quiet', '--offline', '--locked'], { folder: inner.folder, env });
      await runProgram(join(TARGET_FOLDER, 'debug', 'snippets'), keys, inner);
    }),
};
