import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnusedClasses } from './styles.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

test('a class without a component is reported', () => {
  const root = makeTemporaryFolder();
  mkdirSync(join(root, 'playground/src'), { recursive: true });
  const files = ['playground/src/a.css', 'playground/src/A.tsx'];
  const css = '.used > .gone {\n  top: 1.5px;\n}\n\n.state-ok,\n.statement {\n  top: 0;\n}\n';
  const code = '<b className={`used state-${tone}`} />';
  for (const [index, text] of [css, code].entries()) writeFileSync(join(root, files[index] ?? ''), text);
  expect(findUnusedClasses(root, files)).toEqual([
    'playground/src/a.css: no component has .gone',
    'playground/src/a.css: no component has .statement',
  ]);
});
