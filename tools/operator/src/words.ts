import { UsageError } from '@carry/releases/command-line';

const MAX_ID = 2 ** 31 - 1;

/** A number that a command was given. */
export function idOf(word: string | undefined): number {
  const id = Number(word);
  if (!/^\d+$/.test(word ?? '') || id < 1 || id > MAX_ID)
    throw new UsageError(`'${word}' is not a number; the lists show them`);
  return id;
}

/** Text of somebody else, for a terminal: nothing in it moves the cursor, colours or hides. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is taken out
  text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();

/** A moment in one line. */
export const moment = (iso: string | null): string =>
  iso === null ? '–' : iso.replace(/:\d\d\.\d+Z$/, 'Z').replace('T', ' ');

/** What a list says that has none. */
export const orNone = (lines: string[], none: string): string => lines.join('\n') || none;
