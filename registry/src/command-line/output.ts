import { styleText } from 'node:util';

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';
/** Colours a text on a terminal; elsewhere it stays as it is. */
export type Paint = (style: Style, text: string) => string;

export const painter =
  (color: boolean): Paint =>
  (style, text) =>
    color ? styleText(style, text, { validateStream: false }) : text; // whether to colour is decided once, by the caller

// biome-ignore lint/suspicious/noControlCharactersInRegex: what colours are made of
const width = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '').length;

/** Rows in aligned columns. */
export function table(rows: string[][], indent = ''): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => width(row[column] ?? ''))),
  );
  return rows.map((row) =>
    (
      indent +
      row
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell))))
        .join('  ')
    ).trimEnd(),
  );
}

/** A number of bytes for people. */
export const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
