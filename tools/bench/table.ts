export const table = (head: string[], rows: string[][]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

interface Comparison {
  composed: number;
  single: number;
  unit?: string;
  digits?: number;
}

export const compared = (
  what: string,
  { composed, single, unit = 'ms', digits = 0 }: Comparison,
) => [
  what,
  `${composed.toFixed(digits)} ${unit}`,
  `${single.toFixed(digits)} ${unit}`,
  single === 0 ? '–' : (composed / single).toFixed(2),
];

export const sideBySide = (rows: string[][]) =>
  table(['what', 'composed site', 'single-page app', 'ratio'], rows);
