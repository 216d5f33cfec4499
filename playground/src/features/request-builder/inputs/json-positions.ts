import type { Form } from '../model/form.js';
import type { Literal, Span } from '../../../json/literal.js';
import type { FieldId } from '../model/problems.js';

/** Ways to where a field stands in the source, the best first. */
function listPaths(field: FieldId, { parameters, headers, layers }: Form): readonly (readonly string[])[] {
  const [kind = '', ...rest] = field.split(' ');
  const name = rest.join(' ');
  const id = Number(name);
  switch (kind) {
    case 'variable':
      return [['options', name], ...['path', 'query'].map((place) => ['options', '@in', place, name]), ['options']];
    case 'parameter': {
      const { name: own = '', place = 'auto' } = parameters.find((row) => row.id === id) ?? {};
      return [place === 'auto' ? ['options', own] : ['options', '@in', place, own], ['options']];
    }
    case 'header':
      return [
        ['options', 'headers', headers.find((row) => row.id === id)?.name ?? ''],
        ['options', 'headers'],
      ];
    case 'layer':
      return [['defaults', String(layers.findIndex((layer) => layer.id === id))], ['defaults']];
    case 'format':
    case 'previews':
      return [
        ['options', 'mediaType', kind],
        ['options', 'mediaType'],
      ];
  }
  return [[kind]];
}

/** Where a field's value stands in the text; undefined where the text doesn't speak of it. */
export function findFieldSpan(field: FieldId, form: Form, { spans }: Literal): Span | undefined {
  for (const path of listPaths(field, form)) {
    const span = spans.get(JSON.stringify(path));
    if (span) return span;
  }
  return undefined;
}
