/** The text of a body. */
export async function decode(body: Blob, charset: string): Promise<string> {
  return charset === 'utf-8' ? body.text() : new TextDecoder(charset).decode(await body.arrayBuffer());
}
