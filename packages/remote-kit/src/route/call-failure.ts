import type { RefusalCode } from '@carry/contracts/api';
import { isApiError } from '@carry/contracts/shell';

/** Resolves with the result of a call, or with `instead` after a 404 or 410. */
export const ifMissing = <T, Instead>(call: Promise<T>, instead: Instead): Promise<T | Instead> =>
  call.catch((error: unknown) => {
    if (isApiError(error) && (error.status === 404 || error.status === 410)) return instead;
    throw error;
  });

const UNSUPPORTED = new Set([401, 403, 404, 405, 410, 501]);

/** Resolves with the result of a public call beyond the specification, or with `instead` if the server lacks it; such a server may send a page of HTML. */
export const ifUnsupported = <T, Instead>(
  call: Promise<T>,
  instead: Instead,
): Promise<T | Instead> =>
  call.catch((error: unknown) => {
    const isHtml = isApiError(error) && error.code === 'malformed' && error.body !== '';
    if (isApiError(error) && (isHtml || UNSUPPORTED.has(error.status))) return instead;
    throw error;
  });

/** Returns a text of the body of a refused call, also the `detail` of a refused token, which `ApiError` leaves out. Null without one. */
export function readBodyText(failure: unknown, name: 'detail' | 'error'): string | null {
  if (!isApiError(failure)) return null;
  try {
    const { [name]: text } = JSON.parse(failure.body) as { detail?: unknown; error?: unknown };
    return typeof text === 'string' && text ? text : null;
  } catch {
    return null;
  }
}

/** Returns the `code` of a refused call. Other servers may send none. */
export function readRefusalCode(failure: unknown): RefusalCode | undefined {
  if (!isApiError(failure)) return undefined;
  try {
    return (JSON.parse(failure.body) as { code?: RefusalCode } | null)?.code;
  } catch {
    return undefined;
  }
}
