import type { CheckResult } from '@carry/contracts/console';
import { z } from 'zod';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from '../documents/document';
import type { Store } from './store';

const MAX_CHECKS = 100;

export const checkResults = z
  .array(
    z.object({
      name: z.string().max(600),
      ms: z.number().nonnegative(),
      problem: z.string().max(1000).nullable(),
    }),
  )
  .max(MAX_CHECKS);
const document = z.object({ schema: z.literal(1), checks: checkResults });

const getPath = (base: string) => `${base}/checks.json`;

export const storeChecks = (
  store: Store,
  base: string,
  checks: readonly CheckResult[],
): Promise<void> =>
  store.write(getPath(base), encode({ schema: 1, checks: checks.slice(0, MAX_CHECKS) }));

/** Returns the checks that a release has passed; null if the store has no intact record of them. */
export async function readChecks(store: Store, base: string): Promise<CheckResult[] | null> {
  const content = await store.read(getPath(base), MAX_DOCUMENT_BYTES.record);
  try {
    return content && parseDocument(getPath(base), document, content).checks;
  } catch {
    return null;
  }
}
