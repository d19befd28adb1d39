import { createLog, type Log, scrub } from 'server-kit/log';

export const log: Log = createLog('api');

/** An error in one line for the log. Words that another system chose (a payment provider, a driver) lose what is secret or personal. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return scrub(String(error));
  const { code } = error as { code?: unknown };
  const known = typeof code === 'string' && !error.message.includes(code) ? ` (${code})` : '';
  return scrub(`${error.name}: ${error.message}${known}`);
}

/** The same with where it happened. */
export function describeFault(error: unknown): string {
  const [, ...frames] = (error instanceof Error ? (error.stack ?? '') : '').split(/\n(?=\s+at )/);
  const cause =
    error instanceof Error && error.cause !== undefined
      ? `\ncaused by ${describeError(error.cause)}`
      : '';
  return [describeError(error), ...frames].join('\n') + cause;
}
