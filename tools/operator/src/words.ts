import { UsageError } from '@carry/releases/cli';

const MAX_ID = 2 ** 31 - 1;

export function parseId(word: string | undefined): number {
  const id = Number(word);
  if (!/^\d+$/.test(word ?? '') || id < 1 || id > MAX_ID)
    throw new UsageError(`invalid id '${word}'; the list commands show ids`);
  return id;
}

export function parseUsd(text: string | undefined, option: string): number | undefined {
  if (text !== undefined && !/^\d{1,6}(\.\d{1,2})?$/.test(text))
    throw new UsageError(`${option} must be a price in USD such as 25 or 17.50, not '${text}'`);
  return text === undefined ? undefined : Number(text);
}

const listOr = (values: readonly string[]): string =>
  [values.slice(0, -1).join(', '), ...values.slice(-1)].join(' or ');

export function parseChoice<T extends string>(
  text: string | undefined,
  option: string,
  values: readonly T[],
): T | undefined {
  const choice = values.find((value) => value === text);
  if (text !== undefined && choice === undefined)
    throw new UsageError(`${option} must be ${listOr(values)}, not '${text}'`);
  return choice;
}

/** Removes control and bidi characters from user content, so that it cannot control the terminal. */
export const sanitize = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes them
  text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();

export const formatTime = (iso: string | null): string =>
  iso === null ? '–' : iso.replace(/:\d\d\.\d+Z$/, 'Z').replace('T', ' ');

export const joinLines = (lines: string[], emptyText: string): string =>
  lines.join('\n') || emptyText;
