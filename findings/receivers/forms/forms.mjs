/** Forms with few and short parts, so that the results hold all that arrived. */

/** @type {Readonly<Record<string, () => FormData>>} by name */
export const FORMS = {
  text: () => fill(['title', 'é'], ['note', '']),
  repeat: () => fill(['a', '1'], ['a', '2']),
  brackets: () => fill(['a[]', '1'], ['a[]', '2'], ['age[min]', '2']),
  object: () => fill(['o', '{"k":1}']),
  json: () => fill(['o', new Blob(['{"k":1}'], { type: 'application/json' }), 'o.json']),
  blob: () => fill(['o', new Blob(['{"k":1}'], { type: 'application/json' })]),
  file: () => fill(['title', 'x'], ['f', new Blob(['hi'], { type: 'image/png' }), 'a.png']),
  'empty file': () => fill(['f', new Blob([], { type: 'image/png' }), 'a.png']),
  'quoted name': () => fill(['f', new Blob(['hi'], { type: 'image/png' }), 'é "a".png']),
};

/** @param {(readonly [name: string, value: string] | readonly [name: string, value: Blob, fileName?: string])[]} parts */
function fill(...parts) {
  const form = new FormData();
  // @ts-expect-error -- a tuple of three members always has a Blob
  for (const part of parts) form.append(...part);
  return form;
}

/** @param {string} origin */
export async function send(origin) {
  for (const [name, create] of Object.entries(FORMS))
    await fetch(`${origin}/${encodeURIComponent(name)}`, { method: 'POST', body: create() });
}
