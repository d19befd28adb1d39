import { z } from 'zod';
import { encode, MAX_DOCUMENT_BYTES } from '../documents/document';
import type { Store } from '../stores/store';

/** Largest difference of the clocks of sites that write the same entry; less than the hour in which events find late entries. */
const SAME_ENTRY_MS = 30 * 60_000;

/**
 * Returns the time for the name of an audit entry. The first site writes it to a file named after the contents, so sites that write the
 * same at once write one entry. The file is not signed, so only the time comes from it; older versions skip it.
 */
export async function agreeOnTime(store: Store, file: string): Promise<string> {
  const now = new Date().toISOString();
  const content = encode({ action: 'agreed-time', at: now });
  if (await store.compareAndSwap(file, null, content)) return now;
  const first = parseTime(await store.read(file, MAX_DOCUMENT_BYTES.audit).catch(() => null));
  return Math.abs(Date.parse(first) - Date.parse(now)) < SAME_ENTRY_MS ? first : now;
}

const agreedTime = z.object({ at: z.iso.datetime() });

function parseTime(file: Buffer | null): string {
  try {
    return agreedTime.parse(JSON.parse(file?.toString() ?? '')).at;
  } catch {
    return ''; // not a time, so the caller uses its own
  }
}
