import type { Refusal } from '@carry/contracts/console';
import { z } from 'zod';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from '../documents/document';
import type { Store } from './store';
import { checkResults } from './stored-checks';

const MAX_REFUSALS = 20;
const MAX_WHY = 2000;
const MAX_ATTEMPTS = 5;

const document = z.object({
  schema: z.literal(1),
  refusals: z.array(
    z.object({
      at: z.string(),
      version: z.string().nullable(),
      commit: z.string(),
      who: z.string(),
      why: z.string(),
      checks: checkResults,
    }),
  ),
});

const getPath = (remote: string) => `refusals/${remote}.json`;

async function read(store: Store, remote: string) {
  const content = await store.read(getPath(remote), MAX_DOCUMENT_BYTES.record);
  try {
    return {
      content,
      refusals: content ? parseDocument(getPath(remote), document, content).refusals : [],
    };
  } catch {
    return { content, refusals: [] };
  }
}

export const readRefusals = async (store: Store, remote: string): Promise<Refusal[]> =>
  (await read(store, remote)).refusals;

/** Stores the reason of a refused publish. Ignores failures of the store, because the sender gets the reason too. */
export async function addRefusal(
  store: Store,
  {
    remote,
    version = null,
    why,
    ...more
  }: Omit<Refusal, 'at' | 'version'> & { remote: string; version?: string | null },
): Promise<void> {
  const refusal = { at: new Date().toISOString(), version, why: why.slice(0, MAX_WHY), ...more };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      const { content, refusals } = await read(store, remote);
      const next = { schema: 1, refusals: [refusal, ...refusals].slice(0, MAX_REFUSALS) };
      if (await store.compareAndSwap(getPath(remote), content, encode(next))) return;
    } catch {
      return;
    }
  }
}
