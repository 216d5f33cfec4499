import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The folder of a module's package, and the package's name. */
const PACKAGE = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;

/** Writes a file beside the bundle with the licences of all packages that it contains. */
const thirdPartyNotices: Plugin = {
  name: 'third-party-notices',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
    const folders = modules.flatMap((module) => PACKAGE.exec(module.replace(/^\0/, ''))?.[0] ?? []);
    const notices = [...new Set(folders)].sort().map(writeNotice);
    this.emitFile({
      type: 'asset',
      fileName: 'THIRD-PARTY-NOTICES.txt',
      source: notices.join(`\n${'-'.repeat(80)}\n\n`),
    });
  },
};

/** @throws Error where a package has no licence file */
function writeNotice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(candidate));
  if (file === undefined) throw new Error(`${name}: has no licence file; it can't be bundled.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

// The builder is reached by its public names; the parser of documents is bundled, so that the package depends on nothing.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [thirdPartyNotices],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: here('../dist'),
    emptyOutDir: false,
    minify: true,
    rolldownOptions: {
      input: { cli: here('main.ts') },
      external: /^(?:node:|endpoint\.js(?:\/|$))/,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'cli-[name].js' },
    },
  },
});
