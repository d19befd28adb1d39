import type { DraftOffer, DraftsApi } from '@carry/contracts/shell';
import { DRAFT_PREFIX, isFreshDraft } from './fresh-drafts';

/** Not allowed in a remote's name. */
const SEPARATOR = ':';
const MAX_TITLE_CHARACTERS = 200;

export interface DraftsOptions {
  /** Shared by all tabs, because a link in an email opens a new one. */
  storage: Storage;
  now(): number;
  /** The signed-in user's id; null for a visitor or an opaque token. */
  owner(): string | null;
}

export interface Drafts {
  of(remote: string): DraftsApi;
  clearAll(): void;
  sweep(): void;
}

interface Draft {
  at: number;
  owner: string | null;
  value: unknown;
  offer?: DraftOffer;
}

const isOffer = (offer: unknown): offer is DraftOffer => {
  const { path, title } = (offer ?? {}) as Partial<Record<keyof DraftOffer, unknown>>;
  return (
    typeof path === 'string' &&
    /^\/(?![/\\])/.test(path) &&
    typeof title === 'string' &&
    title.length <= MAX_TITLE_CHARACTERS
  );
};

/** Stores drafts in this browser, best effort. A visitor's go to the next account; those of an expired session wait for their owner. */
export function createDrafts({ storage, now, owner }: DraftsOptions): Drafts {
  const attempt = <T>(action: () => T, fallback: T): T => {
    try {
      return action();
    } catch {
      return fallback;
    }
  };
  const remove = (name: string) => attempt(() => storage.removeItem(name), undefined);
  const write = (name: string, draft: Draft) =>
    attempt(() => storage.setItem(name, JSON.stringify(draft)), undefined);
  const read = (name: string): Draft | null => {
    const stored = attempt(() => storage.getItem(name), null);
    if (stored === null) return null;
    const draft = attempt(() => JSON.parse(stored), null) as Draft | null;
    const current = owner();
    if (
      !draft ||
      !isFreshDraft(draft, now()) ||
      (draft.owner && current && draft.owner !== current)
    ) {
      remove(name);
      return null;
    }
    if (current && !draft.owner) write(name, { ...draft, owner: current });
    return draft;
  };
  const listNames = (prefix: string) =>
    attempt(() => Object.keys(storage), []).filter((name) => name.startsWith(prefix));
  const listDrafts = (prefix: string) =>
    listNames(prefix)
      .flatMap((name) => {
        const draft = read(name);
        return draft ? [{ name, draft }] : [];
      })
      .sort((a, b) => b.draft.at - a.draft.at);
  return {
    of(remote) {
      const prefix = `${DRAFT_PREFIX}${remote}${SEPARATOR}`;
      return {
        load: <T>(key: string) => (read(prefix + key)?.value as T | undefined) ?? null,
        save(key, value, offer) {
          const name = prefix + key;
          const draft = { at: now(), owner: owner() ?? read(name)?.owner ?? null, value };
          write(
            name,
            isOffer(offer) ? { ...draft, offer: { path: offer.path, title: offer.title } } : draft,
          );
        },
        clear: (key) => remove(prefix + key),
        keys: () => listDrafts(prefix).map(({ name }) => name.slice(prefix.length)),
        offers: () =>
          listDrafts(DRAFT_PREFIX).flatMap(({ draft }) =>
            isOffer(draft.offer) ? [{ ...draft.offer, at: draft.at }] : [],
          ),
      };
    },
    sweep: () => void listDrafts(DRAFT_PREFIX),
    clearAll: () => listNames(DRAFT_PREFIX).forEach(remove),
  };
}

/** Drafts on the server: always empty. */
export const noDrafts: DraftsApi = {
  load: () => null,
  save: () => {},
  clear: () => {},
  keys: () => [],
  offers: () => [],
};
