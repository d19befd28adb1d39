import type { AuditEntry } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import { encode } from '../src/documents/document';
import type { Store } from '../src/index';
import { auditPath } from '../src/pointers/live';
import { auditQuery, readAuditPage } from '../src/reports/audit-page';

const COUNT = 4500;

/** Returns a store with audit entries of kim, of which the oldest is ada's. Calls `onRead` with the number of entries read. */
function auditStore(onRead: (count: number) => void = () => {}) {
  const entries = new Map<string, AuditEntry>();
  for (let revision = 1; revision <= COUNT; revision++) {
    const at = new Date(Date.UTC(2026, 10, 1) + revision * 60_000).toISOString();
    const entry: AuditEntry = {
      ...{ at, who: revision === 1 ? 'ada' : 'kim', action: 'lock', remote: 'mf-booking' },
      ...{ from: null, to: null, why: '', revision },
    };
    entries.set(auditPath(entry), entry);
  }
  let count = 0;
  const store: Pick<Store, 'list' | 'read'> = {
    list: async () => [...entries.keys()],
    async read(path) {
      onRead(++count);
      return encode(entries.get(path) ?? {});
    },
  };
  return { store: store as Store, reads: () => count };
}

test('searches a bounded part of the log for an author, and continues', async () => {
  const { store, reads } = auditStore();
  const found: AuditEntry[] = [];
  const sizes: number[] = [];
  let before: string | undefined;
  for (let page = 0; page < 3; page++) {
    const start = reads();
    const { entries, next } = await readAuditPage(
      store,
      auditQuery.parse({ who: 'Ada', ...(before && { before }) }),
    );
    found.push(...entries);
    sizes.push(reads() - start);
    before = next ?? undefined;
  }
  expect(sizes).toEqual([2000, 2000, 500]);
  expect(found.map(({ who, revision }) => `${who} ${revision}`)).toEqual(['ada 1']);
  expect(before).toBeUndefined();
});

test('stops the search when its reader has left', async () => {
  const left = new AbortController();
  const { store, reads } = auditStore((count) => count === 10 && left.abort());
  await readAuditPage(store, auditQuery.parse({ who: 'ada' }), { signal: left.signal });
  expect(reads()).toBeLessThanOrEqual(50);
});

test('continues a full page after its last entry', async () => {
  const { store } = auditStore();
  const first = await readAuditPage(store, auditQuery.parse({ who: 'kim', limit: 5 }));
  const before = first.next ?? '';
  const second = await readAuditPage(store, auditQuery.parse({ who: 'kim', limit: 5, before }));
  const revisions = [...first.entries, ...second.entries].map(({ revision }) => revision);
  expect(revisions).toEqual(Array.from({ length: 10 }, (_, index) => COUNT - index));
});
