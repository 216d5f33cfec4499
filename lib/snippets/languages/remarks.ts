/** Comments of a snippet, each on its own line before the code. */
export const withRemarks = (remarks: readonly string[], code: string): string =>
  remarks.map((remark) => `// ${remark}\n`).join('') + code;

/** The remark about headers that the program can't send; none without such headers. */
export const remarkDropped = (program: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`Left out, because ${program} can't send these headers: ${names.join(', ')}`] : [];

/** The remark about headers that the program sends though the request lacks them; none without such headers. */
export const remarkAdded = (program: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`${program} adds headers that the request lacks: ${names.join(', ')}`] : [];
