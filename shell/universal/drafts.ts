import type { DraftsApi } from 'contracts/shell';

const PREFIX = 'draft:';
const LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface DraftsOptions {
  /** All tabs' storage: a link in a mail opens a new one. */
  storage: Storage;
  /** Server time, ms since the epoch. */
  now(): number;
  /** Who is signed in, or null where nobody is or the token does not say. */
  owner(): string | null;
}

export interface Drafts extends DraftsApi {
  clearAll(): void;
  /** Removes what is too old, or somebody else's than the owner's. */
  sweep(): void;
}

interface Draft {
  at: number;
  owner: string | null;
  value: unknown;
}

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
  const remove = (key: string) => attempt(() => storage.removeItem(PREFIX + key), undefined);
  const write = (key: string, draft: Draft) => attempt(() => storage.setItem(PREFIX + key, JSON.stringify(draft)), undefined);
  const read = (key: string): Draft | null => {
    const stored = attempt(() => storage.getItem(PREFIX + key), null);
    if (stored === null) return null;
    const draft = attempt(() => JSON.parse(stored), null) as Draft | null;
    const fresh = typeof draft?.at === 'number' && Math.abs(now() - draft.at) < LIFETIME_MS;
    const current = owner();
    if (!fresh || (draft.owner && current && draft.owner !== current)) {
      remove(key);
      return null;
    }
    if (current && !draft.owner) write(key, { ...draft, owner: current });
    return draft;
  };
  const stored = () =>
    attempt(() => Object.keys(storage), [])
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  const keys = () =>
    stored()
      .map((key) => ({ key, at: read(key)?.at }))
      .filter((draft): draft is { key: string; at: number } => draft.at !== undefined)
      .sort((a, b) => b.at - a.at)
      .map(({ key }) => key);
  return {
    load: <T>(key: string) => (read(key)?.value as T | undefined) ?? null,
    save: (key, value) => write(key, { at: now(), owner: owner() ?? read(key)?.owner ?? null, value }),
    clear: remove,
    keys,
    sweep: () => void keys(),
    clearAll: () => stored().forEach(remove),
  };
}

/** Drafts where there is no browser: the server. */
export const noDrafts: DraftsApi = { load: () => null, save: () => {}, clear: () => {}, keys: () => [] };
