import {
  ApiError,
  type ApiRequest,
  type AuthState,
  type DraftOffer,
  type ShellApi,
  type SiteConfig,
} from '@carry/contracts/shell';
import { type SiteFacts, siteConfigOf } from '@carry/contracts/site-config';

const sample = { name: 'Sample', url: 'http://localhost:3000', settings: {}, redirects: {} };

export const fakeSite: SiteConfig = siteConfigOf(sample);

export type FakeAnswer = (body: unknown, request: ApiRequest | undefined) => unknown;

export interface FakeShellOptions {
  site?: Partial<SiteFacts>;
  auth?: Partial<AuthState>;
  /** Answers by `METHOD /path` (the query included); a missing one fails with 404, a thrown error is the call's. */
  answers?: Record<string, FakeAnswer>;
  confirm?: boolean;
  /** What third parties' scripts bring, by their URLs; one that is not here cannot be loaded. */
  scripts?: Record<string, unknown>;
  /** What the drafts of other remotes offer. */
  offers?: readonly DraftOffer[];
  /** Server time, ms since the epoch; default: this machine's. */
  now?: () => number;
}

/** The one fake of {@link ShellApi}, for remote tests, standalone pages and the publish checks; `recorded` holds what was notified and called, `flags` how many forms say that they have errors. */
export function createFakeShell(options: FakeShellOptions = {}) {
  const recorded: {
    alerts: string[];
    confirms: string[];
    toasts: string[];
    calls: { call: string; body: unknown }[];
    left: string[];
    flags: number;
  } = {
    alerts: [],
    confirms: [],
    toasts: [],
    calls: [],
    left: [],
    flags: 0,
  };
  let state: AuthState = { status: 'signed-out', user: null, ...options.auth };
  const initial = state;
  const listeners = new Set<(state: AuthState, previous: AuthState) => void>();
  const setState = (next: AuthState) => {
    const previous = state;
    state = next;
    for (const listener of listeners) listener(next, previous);
  };
  const answer = async (call: string, body: unknown, request?: ApiRequest) => {
    recorded.calls.push({ call, body });
    if (request?.bearer && state.status !== 'signed-in') throw new ApiError('no-token', 401);
    const found = options.answers?.[call];
    if (!found) throw new ApiError('http', 404, 'Not found.');
    return found(body, request);
  };
  const drafts = new Map<string, { value: unknown; offer: DraftOffer | undefined }>();
  const shell: ShellApi = {
    remote: { name: 'fake', version: '0.0.0' },
    rendering: 'browser',
    site: siteConfigOf({ ...sample, ...options.site }),
    auth: {
      store: {
        getState: () => state,
        getInitialState: () => initial,
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      signIn: async () => setState({ status: 'signed-in', user: null }),
      signOut: () => {
        drafts.clear();
        setState({ status: 'signed-out', user: null });
      },
    },
    api: {
      get: <T>(path: string, request?: ApiRequest) =>
        answer(`GET ${path}`, undefined, request) as Promise<T>,
      post: <T>(path: string, body: unknown, request?: ApiRequest) =>
        answer(`POST ${path}`, body, request) as Promise<T>,
      patch: <T>(path: string, body: unknown, request?: ApiRequest) =>
        answer(`PATCH ${path}`, body, request) as Promise<T>,
    },
    notify: {
      alert: async (message, note) =>
        void recorded.alerts.push(note ? `${message} (${note})` : message),
      confirm: async (message, note) => {
        recorded.confirms.push(note ? `${message} (${note})` : message);
        return options.confirm ?? true;
      },
      toast: (message) => void recorded.toasts.push(message),
    },
    drafts: {
      load: <T>(key: string) => (drafts.get(key)?.value as T | undefined) ?? null,
      save: (key, value, offer) => void drafts.set(key, { value, offer }),
      clear: (key) => void drafts.delete(key),
      keys: () => [...drafts.keys()].reverse(),
      offers: () => [
        ...[...drafts.values()].reverse().flatMap(({ offer }) => offer ?? []),
        ...(options.offers ?? []),
      ],
    },
    now: options.now ?? Date.now,
    leave: (_, url) => recorded.left.push(url) > 0,
    loadScript: async <T>(url: string) => {
      if (!Object.hasOwn(options.scripts ?? {}, url)) throw new Error(`${url} could not be loaded`);
      return options.scripts?.[url] as T;
    },
    flagErrors: () => {
      recorded.flags++;
      return () => void recorded.flags--;
    },
  };
  return { shell, recorded };
}
