/** Writes the modules of the packages that no build writes: each leads a resolver to a module of the build. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { PACKAGES, readManifest, resolutionModules } from './pack.mjs';

for (const folder of PACKAGES) {
  // Those of subpaths that no longer exist too: sources are TypeScript.
  for (const name of readdirSync(join(ROOT, folder))) if (name.endsWith('.js')) rmSync(join(ROOT, folder, name));
  // Another build may not have made it yet.
  mkdirSync(join(ROOT, folder, 'dist'), { recursive: true });
  for (const [path, text] of resolutionModules(readManifest(folder))) writeFileSync(join(ROOT, folder, path), text);
}
