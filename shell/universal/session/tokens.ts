/** Storage keys of the specification. */
export const ACCESS_KEY = 'access';
export const REFRESH_KEY = 'refresh';

/** The stored tokens; a storage that throws counts as empty. */
export interface TokenStore {
  access(): string | null;
  refresh(): string | null;
  save(tokens: { access?: string; refresh?: string }): void;
  clear(): void;
}

export function createTokenStore(storage: Storage): TokenStore {
  const read = (key: string) => {
    try {
      const value = storage.getItem(key);
      return value && value !== 'null' && value !== 'undefined' ? value : null;
    } catch {
      return null;
    }
  };
  const attempt = (action: () => void) => {
    try {
      action();
    } catch {
      // a forbidden or full storage: the session then lives as long as the page
    }
  };
  return {
    access: () => read(ACCESS_KEY),
    refresh: () => read(REFRESH_KEY),
    save: ({ access, refresh }) =>
      attempt(() => {
        if (access) storage.setItem(ACCESS_KEY, access);
        if (refresh) storage.setItem(REFRESH_KEY, refresh);
      }),
    clear: () =>
      attempt(() => {
        storage.removeItem(ACCESS_KEY);
        storage.removeItem(REFRESH_KEY);
      }),
  };
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {};
  } catch {
    return {};
  }
}

/** When an access token expires, ms since the epoch; null when it carries no readable claim. */
export function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : null;
}

/** Whose access token it is, in the issuer's own words (`sub`, or `user_id` as some servers say); null when it does not tell. */
export function subjectOf(token: string): string | null {
  const { sub, user_id: userId } = claimsOf(token);
  const subject = sub ?? userId;
  return typeof subject === 'string' || typeof subject === 'number' ? String(subject) : null;
}
