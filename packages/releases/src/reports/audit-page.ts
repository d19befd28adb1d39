import type { AuditPage } from '@carry/contracts/console';
import type { AuditEntry, ReadEntry } from '@carry/contracts/release';
import { z } from 'zod';
import { listAudit, parseAuditPath, readVerifiedEntry } from '../pointers/live';
import type { Store } from '../stores/store';

const MAX_LIMIT = 200;
const BATCH = 50;
const MAX_READ = 2000;

export const auditQuery = z.object({
  remote: z.string().max(50).optional(),
  action: z.string().max(50).optional(),
  who: z.string().max(200).optional(),
  before: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
});
export type AuditQuery = z.infer<typeof auditQuery>;

interface Search {
  signal?: AbortSignal;
  /** Returns the name of an author, which `who` may contain as well. */
  name?(entry: AuditEntry): string;
}

interface Listed {
  path: string;
  /** Sort key: time, then path. */
  key: string;
}

/** Returns one page of the audit log, newest first. After 2,000 entries that `who` excludes, the next page continues the search. */
export async function readAuditPage(
  store: Store,
  { remote, action, who, before, limit }: AuditQuery,
  { signal, name }: Search = {},
): Promise<AuditPage> {
  const listed = (await listAudit(store))
    .flatMap((path): Listed[] => {
      const name = parseAuditPath(path);
      if (!name) return [];
      if (remote && name.remote !== remote) return [];
      if (action && name.action !== action) return [];
      return [{ path, key: `${name.at} ${path}` }];
    })
    .filter(({ key }) => !before || key < before)
    .sort((a, b) => (a.key < b.key ? 1 : -1));
  const entries: { key: string; entry: ReadEntry }[] = [];
  const searched = listed.slice(0, MAX_READ);
  for (let start = 0; start < searched.length && entries.length <= limit; start += BATCH) {
    if (signal?.aborted) break;
    const batch = searched.slice(start, start + BATCH);
    const read = await Promise.all(batch.map(({ path }) => readVerifiedEntry(store, path)));
    for (const [index, { key }] of batch.entries()) {
      const entry = read[index];
      if (entry && matches([entry.who, name?.(entry) ?? ''], who)) entries.push({ key, entry });
    }
  }
  const page = entries.slice(0, limit);
  const end = searched.length < listed.length ? searched.at(-1) : null;
  const last = entries.length > limit ? page.at(-1) : end;
  return { entries: page.map(({ entry }) => entry), next: last?.key ?? null };
}

const matches = (texts: readonly string[], part = '') =>
  texts.some((text) => text.toLowerCase().includes(part.toLowerCase()));
