/** A table as Markdown has it. */
export const table = (head: string[], rows: string[][]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

/** A row that compares a figure of both ways. */
export const compared = (
  what: string,
  unit: string,
  composed: number,
  single: number,
  digits = 0,
) => [
  what,
  `${composed.toFixed(digits)} ${unit}`,
  `${single.toFixed(digits)} ${unit}`,
  single === 0 ? '–' : (composed / single).toFixed(2),
];

export const sideBySide = (rows: string[][]) =>
  table(['what', 'composed site', 'single-page app', 'ratio'], rows);
