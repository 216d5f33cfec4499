import { fillFormFromOptions } from '../model/options-to-form.js';
import type { Form } from '../model/form.js';
import { encodeKeeping, UnreadableError, type Found } from './reading.js';

interface Template {
  readonly url: string;
  readonly notes: readonly string[];
}

const TOKEN =
  /\\([^])|\{([/.]?)([:*])([\w$]+)\}|\{([^{}:*]*)\}|([/.]?):([\w$]+)(\((?:[^()\\]|\\[^]|\([^()]*\))*\))?([?*+]?)|\*([\w$]*)|\(([^()]*)\)([?*+]?)|((?:[^:\\{}*(/.]|[/.](?!:))+)/guy;

/** The end of a literal that Express 4 makes optional: `b?` in `/ab?c`. */
function dropOptional(literal: string, notes: string[]): string {
  return literal.replaceAll(/([^/])[?+]/g, (whole, character: string) => {
    notes.push(`“${whole}” is a pattern; one “${character}” is used.`);
    return character;
  });
}

/** A path of Express 4 or 5 (path-to-regexp) as a URI template. */
export function convertExpressPath(path: string): Template {
  const notes: string[] = [];
  let url = '';
  TOKEN.lastIndex = 0;
  let unnamed = 0;
  let end = 0;
  for (let match = TOKEN.exec(path); match !== null; match = TOKEN.exec(path)) {
    const [
      whole,
      escaped,
      groupPrefix,
      groupKind,
      groupName,
      optional,
      prefix = '',
      name,
      pattern,
      modifier,
      wildcard,
      group,
      groupModifier,
      literal,
    ] = match;
    if (whole === '') break;
    end = TOKEN.lastIndex;
    if (escaped !== undefined) url += encodeKeeping(escaped);
    else if (groupName !== undefined) url += `{${groupPrefix ?? ''}${groupName}${groupKind === '*' ? '*' : ''}}`;
    else if (optional !== undefined) notes.push(`The optional “${optional}” is left out.`);
    else if (name !== undefined) {
      if (pattern !== undefined) notes.push(`The pattern ${pattern} of ${name} isn’t checked.`);
      const isOptional = modifier === '?' || modifier === '*';
      const many = modifier === '*' || modifier === '+';
      if (isOptional && prefix !== '') url += `{${prefix}${name}${many ? '*' : ''}}`;
      else url += `${prefix}{${many ? '+' : ''}${name}}`;
    } else if (wildcard !== undefined || (group !== undefined && /^\.\*$/.test(group))) {
      unnamed += 1;
      url += `{+${wildcard === undefined || wildcard === '' ? `path${unnamed === 1 ? '' : unnamed}` : wildcard}}`;
    } else if (group !== undefined) {
      if (groupModifier !== '?')
        throw new UnreadableError(`The path ${path} is a regular expression; a route has names in its place.`);
      notes.push(`The optional “${group}” is left out.`);
    } else url += dropOptional(literal ?? '', notes);
  }
  if (end < path.length)
    throw new UnreadableError(`The path ${path} isn’t one of Express: “${path.slice(end)}” has no meaning in it.`);
  return { url, notes };
}

/** The request of an Express route. */
export function readExpressPath(method: string, path: string): Found {
  const { url, notes } = convertExpressPath(path);
  const fill = (form: Form): Form => ({ ...fillFormFromOptions(`${method} ${url}`, {}, form), headers: form.headers });
  return { method, url, notes, fill };
}

/** Reads a path alone, with an optional method: `/users/:id?`. */
export function readExpressText(text: string): Found | undefined {
  const [, method = 'GET', path] =
    /^(?:(get|head|options|post|put|patch|delete)\s+)?(\/\S*|\{\/\S*)$/i.exec(
      text.trim().replace(/^(['"`])([^]*)\1;?$/, '$2'),
    ) ?? [];
  return path === undefined ? undefined : readExpressPath(method.toUpperCase(), path);
}
