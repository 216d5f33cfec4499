/** The text of a body. */
export async function decode(body: Blob, charset: string): Promise<string> {
  return /^utf-?8$/i.test(charset) ? body.text() : new TextDecoder(charset).decode(await body.arrayBuffer());
}
