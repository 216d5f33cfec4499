import type { Form } from '../model/form.js';
import type { Literal, Span } from '../../../json/literal.js';
import type { FieldId } from '../model/problems.js';

/** Paths to a field in the source, the best first. */
function listPaths(field: FieldId, { parameters, headers, layers }: Form): readonly (readonly string[])[] {
  const [kind = '', ...rest] = field.split(' ');
  const name = rest.join(' ');
  const id = Number(name);
  switch (kind) {
    case 'variable':
      return [['options', name], ...['path', 'query'].map((place) => ['options', '@in', place, name]), ['options']];
    case 'parameter': {
      const { name: parameter = '', place = 'auto' } = parameters.find((row) => row.id === id) ?? {};
      return [place === 'auto' ? ['options', parameter] : ['options', '@in', place, parameter], ['options']];
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

/** Position of a field's value in the text; undefined if the text doesn't have it. */
export function findFieldSpan(field: FieldId, form: Form, { spans }: Literal): Span | undefined {
  for (const path of listPaths(field, form)) {
    const span = spans.get(JSON.stringify(path));
    if (span) return span;
  }
  return undefined;
}
