import { type Logger, pino } from 'pino';
import { countDroppedLine, newlyDroppedLines, tolerateOutputFailures } from './output';

/** A log, from one entry of JSON to the next. */
export type Log = Logger;

/** What names a person or opens a door: addresses, signed tokens, long random words, and what stands behind a `?` or `#` of a link. */
const SECRETS: [RegExp, string][] = [
  [/[^\s@<>"'(),;:]+@([\w-]+\.)+[a-z]{2,}\b/gi, '[address]'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(https?:\/\/[^\s?#"')]+)[?#][^\s"')]+/g, '$1?[…]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g, '[secret]'],
];

/** Words that somebody else chose, without what is secret or personal in them. */
export const scrub = (text: string): string =>
  SECRETS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The log of a process: a line of JSON for each entry, on the standard output. Until its process starts to serve, warnings and worse only. A line that cannot be written is dropped and counted. */
export function createLog(name: string): Log {
  tolerateOutputFailures();
  const log: Log = pino(
    {
      name,
      level: 'warn',
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    {
      write: (line) =>
        void process.stdout.write(line, (error) => {
          if (error) return countDroppedLine();
          const lost = newlyDroppedLines();
          if (lost > 0) log.warn({ lost }, 'log output failed: lines dropped');
        }),
    },
  );
  return log;
}

/** A request that has been answered. */
export interface RequestLine {
  /** The same at the proxy, in the answer's `x-request-id` and in the message of a failure. */
  id: string;
  method: string;
  /** The pattern that matched, or a path without what is secret in it; never a query. */
  route: string;
  status: number;
  ms: number;
}
