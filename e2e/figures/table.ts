/** A measured figure beside what it should be. */
export interface Figure {
  readonly what: string;
  readonly bar: string;
  readonly measured: string;
  readonly met: boolean;
}

/** The figures as lines of text. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'bar', 'measured', ''],
    ...figures.map(({ what, bar, measured, met }) => [what, bar, measured, met ? 'met' : 'MISSED']),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`).join('\n');
}
