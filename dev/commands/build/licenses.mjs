/**
 * Copies LICENSE into each published package: npm packs nothing from outside of a package's folder.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build.mjs';
import { PACKAGES } from '../pack.mjs';

for (const folder of PACKAGES) copyFileSync(join(ROOT, 'LICENSE'), join(ROOT, folder, 'LICENSE'));
