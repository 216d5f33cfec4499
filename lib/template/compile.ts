import { fail } from '../errors.js';
import type { Part } from './ast.js';
import { compileParts, expandExpression, expandText } from './expand.js';
import { hasOwn, type Values } from './values.js';
import { spend } from './writer.js';

/** Makes a function that expands a parsed template with values. */
export function compileToText(parts: readonly Part[], maxLength: number): (values: Values) => string {
  const names = parts.flatMap(({ varspecs = [] }) => varspecs.map(({ name }) => name));
  const { text, steps } = compileParts(parts);
  return (values) => {
    if (!values || typeof values !== 'object')
      fail('invalid-value', 'values', 'must be an object of variables by name');
    const writer = { rules: { maxLength }, remaining: maxLength };
    // oxlint-disable-next-line unicorn/no-new-array -- the fastest way to a list of that length
    const bySlot: unknown[] = new Array(names.length);
    for (let slot = 0; slot < names.length; slot++) {
      const name = names[slot] as string;
      if (hasOwn(values, name)) bySlot[slot] = values[name];
    }
    let expansion = text;
    for (const step of steps) {
      expansion +=
        ((step.isSimple ? expandText(bySlot[step.slot], step.name, writer) : undefined) ??
          expandExpression(step, bySlot, writer)) + step.text;
    }
    if (expansion.length > maxLength) spend(writer, expansion.length, 'template');
    return expansion;
  };
}
