import { styleText } from 'node:util';
import { distance, closest as nearest } from 'fastest-levenshtein';

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';
/** Colors a text on a terminal; returns it unchanged elsewhere. */
export type Paint = (style: Style, text: string) => string;

export const painter =
  (color: boolean): Paint =>
  (style, text) =>
    color ? styleText(style, text, { validateStream: false }) : text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colors
const width = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '').length;

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

/** Joins the lines of untrusted text, so that it cannot fake a line of a list. */
export const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

/** Characters that move the cursor, color, hide or reverse text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removed characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** Removes control characters of untrusted text; keeps the painter's colors. */
export const harmless = (text: string, color: boolean): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colors
    .split(/(\u001b\[(?:1|2|22|3[1236]|39)m)/)
    .map((part, index) => (color && index % 2 === 1 ? part : part.replace(CONTROL, ' ')))
    .join('');

/** Returns `; did you mean 'x'?` if one of the names is similar, else an empty string. */
export function closest(written: string, names: readonly string[], prefix = ''): string {
  if (names.length === 0) return '';
  const name = nearest(written, names);
  const near =
    distance(written, name) <= Math.max(2, Math.floor(name.length / 3)) ||
    (written.length > 2 && name.includes(written));
  return near ? `; did you mean '${prefix}${name}'?` : '';
}
