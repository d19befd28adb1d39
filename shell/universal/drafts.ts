import type { DraftsApi } from 'contracts/shell';

const PREFIX = 'draft:';
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Drafts in this tab's session storage; a full or forbidden storage loses drafts, never the page. */
export function createDrafts(storage: Storage): DraftsApi & { clearAll(): void } {
  const attempt = <T>(action: () => T, fallback: T): T => {
    try {
      return action();
    } catch {
      return fallback;
    }
  };
  const read = (key: string): { at: number; value: unknown } | null => {
    const draft = attempt(() => JSON.parse(storage.getItem(PREFIX + key) ?? 'null'), null);
    return draft && typeof draft.at === 'number' && Date.now() - draft.at < LIFETIME_MS ? draft : null;
  };
  const keys = () =>
    attempt(() => Object.keys(storage), [])
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length))
      .filter((key) => read(key))
      .sort((a, b) => (read(b)?.at ?? 0) - (read(a)?.at ?? 0));
  return {
    load: <T>(key: string) => (read(key)?.value as T | undefined) ?? null,
    save: (key, value) => attempt(() => storage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), value })), undefined),
    clear: (key) => attempt(() => storage.removeItem(PREFIX + key), undefined),
    keys,
    clearAll: () => {
      for (const key of keys()) attempt(() => storage.removeItem(PREFIX + key), undefined);
    },
  };
}

/** Drafts where there is no tab: the server. */
export const noDrafts: DraftsApi = { load: () => null, save: () => {}, clear: () => {}, keys: () => [] };
