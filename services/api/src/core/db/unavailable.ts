/** Errors of a database that is down, full, shutting down or overloaded. A retry may succeed. */
const CODES =
  /^(UNAVAILABLE|08...|53...|57P..|57014|55P03|40001|40P01|25006|25P03|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated.*|Query read timeout|Client has encountered a connection error.*|Client was closed.*)$/;

export const UNAVAILABLE = 'UNAVAILABLE';

export const isDriverWord = (message: string | undefined) => WORDS.test(message ?? '');

export function isUnavailable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, message } = current as { code?: unknown; message: string };
    if ((typeof code === 'string' && CODES.test(code)) || isDriverWord(message)) return true;
  }
  return false;
}
