import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FORBIDDEN: [string, RegExp][] = [
  ['a signed token', /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/],
  ['a link with a token', /[?&#](token|claim|code|state|session_id|uid|access|refresh)=[\w%.-]+/i],
  ['an email address', /[\w.+-]+@([\w-]+\.)+[a-z]{2,}\b/i],
  ['a bearer header', /\bbearer\s+[\w.~+/-]{8,}/i],
  // longer than a request id, which can start with the same letters
  ['a provider key', /\b(?:(?:sk|rk)_(?:test|live)_\w{4,}|(?:sk|rk|whsec)_\w{16,})/],
  ['a password hash', /\$argon2/],
  ['a password', /\b(?:Student|Coach|Secret|Changed|Wrong|Other)-[\w]+!/],
  ['values of a database statement', /\nparams: |^params: /],
  [
    'a long random word',
    /(?<![\w/@.-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{40,}(?![\w/.-])/,
  ],
];

/** Printed for the person at the terminal: works once, on that machine only. */
const TERMINAL_LINK = /^console {2}http:\/\/localhost:\d+\/console\/#sign-in=[\w-]+$/;

/** In base64, with `+` and `/`. */
const PUBLIC_KEY = /\bed25519:[\w+/]+=*/g;

export const secretsIn = (lines: Iterable<string>): string[] =>
  [...lines]
    .filter((line) => !TERMINAL_LINK.test(line))
    .flatMap((line) =>
      FORBIDDEN.filter(([, pattern]) => pattern.test(line.replaceAll(PUBLIC_KEY, ''))).map(
        ([what]) => `${what}: ${line.slice(0, 300)}`,
      ),
    );

const fileIn = (folder: string) => path.join(folder, 'output.log');

export function keepOutput(text: string): void {
  const folder = process.env['LOG_SCAN'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(fileIn(folder), text.endsWith('\n') ? text : `${text}\n`);
}

export const readOutput = (folder: string): string[] =>
  existsSync(fileIn(folder))
    ? readFileSync(fileIn(folder), 'utf8').split('\n').filter(Boolean)
    : [];
