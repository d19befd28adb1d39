export const DRAFT_PREFIX = 'draft:';
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Returns false for a draft of another format, too. */
export const isFreshDraft = (draft: { at?: unknown } | null, now: number): boolean =>
  typeof draft?.at === 'number' && Math.abs(now - draft.at) < LIFETIME_MS;

/** Returns the names of the drafts in this browser, as `remote:key`. Styles show the first state of a page by them. */
export const listStoredDrafts = (storage: Storage, now: number): string[] =>
  Object.keys(storage)
    .filter((name) => name.startsWith(DRAFT_PREFIX) && isFresh(storage.getItem(name), now))
    .map((name) => name.slice(DRAFT_PREFIX.length));

function isFresh(stored: string | null, now: number): boolean {
  try {
    return isFreshDraft(JSON.parse(stored ?? 'null'), now);
  } catch {
    return false;
  }
}
