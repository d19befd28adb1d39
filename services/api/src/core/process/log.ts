import { createLog, type Log, scrub } from 'server-kit/log';

export const log: Log = createLog('api');

/** Formats an error in one line for logs, with secrets and personal data removed. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return scrub(String(error));
  const { code } = error as { code?: unknown };
  const codeNote = typeof code === 'string' && !error.message.includes(code) ? ` (${code})` : '';
  return scrub(`${error.name}: ${error.message}${codeNote}`);
}

/** Formats an error with its stack and cause for logs, with secrets and personal data removed. */
export function describeFault(error: unknown): string {
  const [, ...frames] = (error instanceof Error ? (error.stack ?? '') : '').split(/\n(?=\s+at )/);
  const cause =
    error instanceof Error && error.cause !== undefined
      ? `\ncaused by ${describeError(error.cause)}`
      : '';
  return [describeError(error), ...frames].join('\n') + cause;
}
