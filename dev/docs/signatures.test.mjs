import { describe, expect, test } from 'vitest';
import { sortSignatures } from './signatures.mjs';

/** A form such as `<T>(a, b?)`, with a comment. @param {string} form @param {string} [text] */
function signature(form, text) {
  const [, types = '', names = ''] = /^(?:<(.*)>)?\((.*)\)$/.exec(form) ?? [];
  /** @param {string} list */
  const split = (list) => list.split(',').filter((name) => name !== '');
  return {
    form,
    parameters: split(names).map((name) => ({ flags: { isOptional: name.endsWith('?') } })),
    typeParameters: split(types),
    ...(text !== undefined && { comment: comment(text) }),
  };
}

/** @param {string} text */
const comment = (text) => ({ summary: [{ text }] });

describe('the forms of a function', () => {
  test.each([
    [
      ['(settings)', '(settings?)', '<Routes>(settings?)'],
      ['(settings?)', '<Routes>(settings?)', '(settings)'],
    ],
    [
      ['<R>(route)', '<R,M,P>(route,options)'],
      ['<R,M,P>(route,options)', '<R>(route)'],
    ],
    [
      ['()', '<R>(route)', '<R,O>(route,options)'],
      ['<R,O>(route,options)', '<R>(route)', '()'],
    ],
    [
      ['(options)', '(route,options?)'],
      ['(route,options?)', '(options)'],
    ],
  ])('%j are shown as %j', (forms, expected) => {
    const signatures = forms.map((form) => signature(form));
    sortSignatures([{ signatures }]);
    expect(signatures.map(({ form }) => form)).toStrictEqual(expected);
  });

  test('a comment of several is said once, by the first', () => {
    const signatures = [signature('(a)', 'A.'), signature('(a,b)'), signature('(a,b,c)', 'Type.')];
    sortSignatures([{ comment: comment('Type.'), signatures }]);
    expect(signatures.map((each) => each.comment?.summary[0]?.text)).toStrictEqual(['A.', undefined, undefined]);
  });
});
