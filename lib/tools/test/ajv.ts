import { importFull } from '../../../dev/full/packages.mjs';
import type { Compile } from './agreement.js';

type AjvClass = new (options: object) => { readonly compile: Compile };

/** The validator of dev/full. */
export async function importAjv(): Promise<AjvClass> {
  const { default: Ajv2020 } = (await importFull('ajv/dist/2020.js')) as { default: { default?: unknown } };
  return (Ajv2020.default ?? Ajv2020) as AjvClass;
}
