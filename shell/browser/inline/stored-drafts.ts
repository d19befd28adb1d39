import { DRAFT_PREFIX, isFreshDraft } from '../../universal/contract/fresh-drafts';

/** Returns the names of the drafts in this browser, as `remote:key`. Styles show the first state of a page by them. */
export const listStoredDrafts = (storage: Storage, now: number): string[] =>
  Object.keys(storage)
    .filter((name) => name.startsWith(DRAFT_PREFIX))
    .filter((name) => isFreshDraft(JSON.parse(storage.getItem(name) ?? 'null'), now))
    .map((name) => name.slice(DRAFT_PREFIX.length));
