import { trimText } from '@carry/remote-kit/limits';
import type { Availability } from '@carry/remote-kit/own-answers';
import { parseWindow, windowsProblem } from '@carry/remote-kit/windows';

interface Choice {
  code: string;
  name: string;
}
type Windows = Availability['weekly'][number];
type Parsed<T> = { value: T; problem?: undefined } | { value?: undefined; problem: string };

const parts = (text: string, separator: RegExp | string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

export const printChoices = (codes: readonly string[] = [], choices: readonly Choice[] = []) =>
  codes.map((code) => choices.find((one) => one.code === code)?.name ?? code).join(', ');

export function parseChoices(text: string, choices: readonly Choice[] = []): Parsed<string[]> {
  const codes: string[] = [];
  for (const part of parts(text, ',')) {
    const typed = part.toLowerCase();
    const choice = choices.find(
      ({ code, name }) => code.toLowerCase() === typed || name.toLowerCase() === typed,
    );
    if (!choice) return { problem: `There is no “${part}”. Check the spelling.` };
    codes.push(choice.code);
  }
  return { value: [...new Set(codes)] };
}

/** Prints pictures one a line: the address, then its words. */
export const printPictures = (pictures: readonly { url: string; alt: string }[]) =>
  pictures.map(({ url, alt }) => `${url} ${alt}`).join('\n');

export function parsePictures(text: string): Parsed<{ url: string; alt: string }[]> {
  const pictures: { url: string; alt: string }[] = [];
  for (const line of parts(text, '\n')) {
    const [, url, alt] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
    if (!url || !alt || !trimText(alt))
      return { problem: `“${line}” needs an address and, after a space, a name.` };
    pictures.push({ url, alt });
  }
  return { value: pictures };
}

/** Prints the hours of a day, such as "10:00-12:30, 14:00-18:00". */
export const printWindows = (windows: Windows = []) =>
  windows.map(({ start, end }) => `${start}-${end}`).join(', ');

const WINDOW = /^((?:[01]\d|2[0-3]):[0-5]\d)\s*[-–]\s*((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

export function parseWindows(text: string): Parsed<Windows> {
  const windows: Windows = [];
  for (const part of parts(text, ',')) {
    const [, start, end] = WINDOW.exec(part) ?? [];
    if (!start || !end)
      return { problem: 'Please enter hours such as 10:00-12:30, 14:00-18:00, or nothing.' };
    windows.push(parseWindow({ start, end }));
  }
  const problem = windowsProblem(windows);
  return problem ? { problem } : { value: windows };
}

export const parsePrice = (text: string): number | null =>
  /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;

export const parseWhole = (text: string, least: number): number | null =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= least ? Number(text) : null;
