import type { RefusalCode } from '@carry/contracts/api';
import { isApiError } from '@carry/contracts/shell';

/** Returns the `code` of a refused call. Other servers may send none. */
export function readRefusalCode(failure: unknown): RefusalCode | undefined {
  if (!isApiError(failure)) return undefined;
  try {
    return (JSON.parse(failure.body) as { code?: RefusalCode } | null)?.code;
  } catch {
    return undefined;
  }
}
