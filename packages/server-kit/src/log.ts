import { type Logger, pino } from 'pino';
import { countDroppedLine, newlyDroppedLines, tolerateOutputFailures } from './output';

export type Log = Logger;

/** Email addresses, JWTs and long random strings. Anyone can send a long text, so each pattern takes linear time: it begins where a run of its characters begins, or is short. */
const SECRETS: [RegExp, string][] = [
  [/(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@([\w-]+\.)+[a-z]{2,}\b/gi, '[address]'],
  [/eyJ[\w-]{1,300}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g, '[secret]'],
];

const URLS = /https?:\/\/[^\s"')]+/g;
const removeQuery = (url: string) => url.replace(/[?#].+/s, '?[…]');

/** Writes a line; security and money events have a code of docs/operations/events.md. */
export type LogLine = (line: string, event?: { code: string }) => void;

/** Redacts personal data and credentials in untrusted text before it is logged. */
export const scrub = (text: string): string =>
  SECRETS.reduce(
    (rest, [pattern, instead]) => rest.replace(pattern, instead),
    text.replace(URLS, removeQuery),
  );

const events = new Map<string, number>();

export const loggedEvents = (): ReadonlyMap<string, number> => events;

function countEvent(line: unknown): void {
  const code = (line as { code?: unknown } | null)?.code;
  if (typeof code === 'string') events.set(code, (events.get(code) ?? 0) + 1);
}

const SILENT = Number.POSITIVE_INFINITY;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Creates the log of a process: JSON lines on standard output, level `warn` until the process sets another. Lines that cannot be written are dropped and counted. */
export function createLog(name: string): Log {
  tolerateOutputFailures();
  let level = 'warn';
  const log: Log = pino(
    {
      name,
      level: 'trace', // the hook ignores lines below the level, because pino would not count their events
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      hooks: {
        logMethod(args, method, value) {
          countEvent(args[0]);
          if (value >= (pino.levels.values[level] ?? SILENT)) method.apply(this, args);
        },
      },
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
  return Object.defineProperty(log, 'level', {
    get: () => level,
    set(changed: string) {
      level = changed;
    },
  });
}

export interface RequestLine {
  /** Correlates with the proxy's log, the response header `x-request-id` and error messages. */
  id: string;
  method: string;
  /** The matched pattern or a redacted path, without the query. */
  route: string;
  status: number;
  ms: number;
}
