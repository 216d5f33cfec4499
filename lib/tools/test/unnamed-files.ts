/** In Bun, a part of a form that is appended without a file name has an empty one, which many servers read as no file. */
export class BunFormData extends FormData {
  override append(name: string, value: unknown, ...fileName: string[]): void {
    const isNameless = value instanceof Blob && !(value instanceof File) && fileName.length === 0;
    if (isNameless) super.append(name, value, '');
    else super.append(name, value as string, ...(fileName as []));
  }
}
