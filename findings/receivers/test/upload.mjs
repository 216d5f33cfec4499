/** The form of a tool with two texts, an object and a file: texts first, and the file with a name. */

/** @param {string} origin */
export async function send(origin) {
  const body = new FormData();
  body.append('title', 'é');
  body.append('note', '');
  body.append('meta', '{"k":[1,2]}');
  body.append('photo', new Blob([new TextEncoder().encode('ü\n')], { type: 'image/png' }), 'photo');
  await fetch(`${origin}/upload`, { method: 'POST', body });
}
