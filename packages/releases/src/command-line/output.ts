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

/** Words of somebody else, as one line of a list: they make no line that is not there. */
export const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

/** What moves the cursor, colours, hides or turns the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** Text for a terminal: what is in it of other people does nothing there; a painter's own colours stay. */
export const harmless = (text: string, color: boolean): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours are made of
    .split(/(\u001b\[(?:1|2|22|3[1236]|39)m)/)
    .map((part, index) => (color && index % 2 === 1 ? part : part.replace(CONTROL, ' ')))
    .join('');
