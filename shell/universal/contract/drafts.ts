import type { DraftOffer, DraftsApi } from '@carry/contracts/shell';

const PREFIX = 'draft:';
/** Between a remote's name, which cannot have it, and a key. */
const SEPARATOR = ':';
/** Letters of an offer's title. */
const MAX_TITLE = 200;
const LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface DraftsOptions {
  /** All tabs' storage: a link in a mail opens a new one. */
  storage: Storage;
  /** Server time, ms since the epoch. */
  now(): number;
  /** Who is signed in, or null where nobody is or the token does not say. */
  owner(): string | null;
}

/** The drafts of all remotes; each gets the part of its own name. */
export interface Drafts {
  of(remote: string): DraftsApi;
  clearAll(): void;
  /** Removes what is too old, or somebody else's than the owner's. */
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
    title.length <= MAX_TITLE
  );
};

/**
 * Drafts of one person on this browser; a full or forbidden storage loses drafts, never the page.
 * What a visitor typed becomes the property of who signs in next. A session that ran out leaves its drafts for its owner, another one's sign-in removes them.
 */
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
    const fresh = typeof draft?.at === 'number' && Math.abs(now() - draft.at) < LIFETIME_MS;
    const current = owner();
    if (!fresh || (draft.owner && current && draft.owner !== current)) {
      remove(name);
      return null;
    }
    if (current && !draft.owner) write(name, { ...draft, owner: current });
    return draft;
  };
  const namesIn = (prefix: string) =>
    attempt(() => Object.keys(storage), []).filter((name) => name.startsWith(prefix));
  /** What is kept below a prefix and can be read, newest first. */
  const live = (prefix: string) =>
    namesIn(prefix)
      .flatMap((name) => {
        const draft = read(name);
        return draft ? [{ name, draft }] : [];
      })
      .sort((a, b) => b.draft.at - a.draft.at);
  return {
    of(remote) {
      const prefix = `${PREFIX}${remote}${SEPARATOR}`;
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
        keys: () => live(prefix).map(({ name }) => name.slice(prefix.length)),
        offers: () =>
          live(PREFIX).flatMap(({ draft }) => (isOffer(draft.offer) ? [draft.offer] : [])),
      };
    },
    sweep: () => void live(PREFIX),
    clearAll: () => namesIn(PREFIX).forEach(remove),
  };
}

/** Drafts where there is no browser: the server. */
export const noDrafts: DraftsApi = {
  load: () => null,
  save: () => {},
  clear: () => {},
  keys: () => [],
  offers: () => [],
};
