import { ACCESS_KEY, type TokenStore } from '../../universal/session/tokens';

const methods = {
  getItem(this: Record<string, string>, name: string) {
    return Object.hasOwn(this, name) ? this[name] : null;
  },
  setItem(this: Record<string, string>, name: string, value: string) {
    this[name] = value;
  },
  removeItem(this: Record<string, string>, name: string) {
    delete this[name];
  },
};

/** Returns local storage, or a store that lasts as long as the page if storage is blocked. */
export function openStorage(): Storage {
  try {
    const storage = window.localStorage;
    storage.getItem('');
    return storage;
  } catch {
    return Object.create(methods);
  }
}

/** Returns whether the next document will have the session. Storage may be blocked or full. */
export const keepsSession = (tokens: Pick<TokenStore, 'access'>): boolean =>
  openStorage().getItem(ACCESS_KEY) === tokens.access();
