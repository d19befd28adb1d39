/** Storage keys, fixed by the specification. */
export const ACCESS_KEY = 'access';
export const REFRESH_KEY = 'refresh';
/** Tells other tabs that the server has ended the session, which is not a sign-out. */
const EXPIRED_KEY = 'session-expired';

/** Returns false for the texts that a careless script stores instead of a missing token. */
export const isToken = (text: string | null): text is string =>
  Boolean(text) && text !== 'null' && text !== 'undefined';

export interface TokenStore {
  access(): string | null;
  refresh(): string | null;
  save(tokens: { access?: string; refresh?: string }): void;
  clear(isExpired?: boolean): void;
  /** True if the tokens were cleared because the server has ended the session. */
  isExpired(): boolean;
}

export function createTokenStore(storage: Storage): TokenStore {
  /** Tokens that a full storage refused, and what it had then. They last as long as the page, or until another tab stores newer ones. */
  const unwritten = new Map<string, { token: string; stored: string | null }>();
  const readStored = (key: string) => {
    try {
      const text = storage.getItem(key);
      return isToken(text) ? text : null;
    } catch {
      return null;
    }
  };
  const read = (key: string) => {
    const stored = readStored(key);
    const refused = unwritten.get(key);
    return refused?.stored === stored ? refused.token : stored;
  };
  const write = (key: string, token: string | undefined) => {
    if (!token) return;
    unwritten.delete(key);
    try {
      storage.setItem(key, token);
    } catch {
      unwritten.set(key, { token, stored: readStored(key) });
    }
  };
  const attempt = (action: () => void) => {
    try {
      action();
    } catch {
      // Storage is blocked or full.
    }
  };
  return {
    access: () => read(ACCESS_KEY),
    refresh: () => read(REFRESH_KEY),
    save({ access, refresh }) {
      write(ACCESS_KEY, access);
      write(REFRESH_KEY, refresh);
    },
    isExpired: () => read(EXPIRED_KEY) !== null,
    clear(isExpired) {
      unwritten.clear();
      attempt(() =>
        isExpired ? storage.setItem(EXPIRED_KEY, '1') : storage.removeItem(EXPIRED_KEY),
      );
      for (const key of [ACCESS_KEY, REFRESH_KEY]) attempt(() => storage.removeItem(key));
    },
  };
}

function readClaims(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {};
  } catch {
    return {};
  }
}

/** Returns the expiry of an access token, ms since the epoch; null without a readable claim. */
export function readExpiry(token: string): number | null {
  const { exp } = readClaims(token);
  return typeof exp === 'number' ? exp * 1000 : null;
}

/** Returns the subject of an access token (`sub`, or `user_id` of some servers); null for an opaque token. */
export function readSubject(token: string): string | null {
  const { sub, user_id: userId } = readClaims(token);
  const subject = sub ?? userId;
  return typeof subject === 'string' || typeof subject === 'number' ? String(subject) : null;
}
