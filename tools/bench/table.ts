/** Returns a Markdown table. */
export const table = (head: string[], rows: string[][]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

/** Returns a row that compares the composed site with the single-page app. */
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
