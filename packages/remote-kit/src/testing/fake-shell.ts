import {
  ApiError,
  type ApiRequest,
  type AuthState,
  type DraftOffer,
  type FlagValues,
  type ShellApi,
  type SiteConfig,
} from '@carry/contracts/shell';
import { checkedAnswer } from './checked-answer';

export { asOtherServer } from './checked-answer';

export const fakeSite: SiteConfig = {
  name: 'Sample',
  url: 'http://localhost:3000',
  settings: {},
  redirects: {},
};

export type FakeAnswer = (body: unknown, request: ApiRequest | undefined, query: string) => unknown;

export interface FakeShellOptions {
  site?: Partial<SiteConfig>;
  auth?: Partial<AuthState>;
  /** Responses by `METHOD /path` (with the query, or for any). Fails with 404 without one, and with a violation of the schema, see {@link asOtherServer}. */
  answers?: Record<string, FakeAnswer>;
  confirm?: boolean;
  scripts?: Record<string, unknown>;
  offers?: readonly DraftOffer[];
  drafts?: Readonly<Record<string, unknown>>;
  /** Feature flags that differ from their default. */
  flags?: FlagValues;
  /** Default: `en`. */
  locale?: string;
  /** Server time, ms since the epoch; default: `Date.now`. */
  now?: () => number;
}

export interface Recorded {
  alerts: string[];
  confirms: string[];
  toasts: string[];
  calls: { call: string; body: unknown }[];
  left: string[];
  flags: number;
}

const createRecorded = (): Recorded => ({
  alerts: [],
  confirms: [],
  toasts: [],
  calls: [],
  left: [],
  flags: 0,
});

function fakeAuth(overrides: Partial<AuthState> = {}) {
  let state: AuthState = { status: 'signed-out', user: null, personChanges: 0, ...overrides };
  const initial = state;
  const listeners = new Set<(state: AuthState, previous: AuthState) => void>();
  const setState = (next: AuthState) => {
    const previous = state;
    state = next;
    for (const listener of listeners) listener(next, previous);
  };
  const store: ShellApi['auth']['store'] = {
    getState: () => state,
    getInitialState: () => initial,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const signOut = () =>
    setState({
      status: 'signed-out',
      user: null,
      personChanges: (state.personChanges ?? 0) + 1,
    });
  const signIn = () => setState({ ...state, status: 'signed-in', user: overrides.user ?? null });
  const expire = () => setState({ ...state, status: 'signed-out', user: null });
  return { store, signOut, signIn, expire };
}

function fakeDrafts({ offers = [], drafts: saved = {} }: FakeShellOptions) {
  const drafts = new Map<string, { value: unknown; offer: DraftOffer | undefined }>(
    Object.entries(saved).map(([key, value]) => [key, { value, offer: undefined }]),
  );
  const api: ShellApi['drafts'] = {
    load: <T>(key: string) => (drafts.get(key)?.value as T | undefined) ?? null,
    save: (key, value, offer) => void drafts.set(key, { value, offer }),
    clear: (key) => void drafts.delete(key),
    keys: () => [...drafts.keys()].reverse(),
    offers: () => [
      ...[...drafts.values()].reverse().flatMap(({ offer }) => offer ?? []),
      ...offers,
    ],
  };
  return { api, clear: () => drafts.clear() };
}

const fakeNotify = (recorded: Recorded, confirm: boolean): ShellApi['notify'] => ({
  alert: async (message, note) =>
    void recorded.alerts.push(note ? `${message} (${note})` : message),
  confirm: async (message, note, labels) => {
    const buttons = labels ? ` [${labels.cancel} | ${labels.confirm}]` : '';
    recorded.confirms.push(`${note ? `${message} (${note})` : message}${buttons}`);
    return confirm;
  },
  toast: (message) => void recorded.toasts.push(message),
});

const asFile = (answer: unknown) =>
  answer instanceof Blob ? answer : new Blob([JSON.stringify(answer)]);

/** Creates a fake {@link ShellApi} for tests, standalone pages and the release gates. `recorded` has its calls and notifications; `flags` counts forms with errors; `expire` ends the session as the server does. */
export function createFakeShell(options: FakeShellOptions = {}) {
  const recorded = createRecorded();
  const auth = fakeAuth(options.auth);
  const answer = async (call: string, body: unknown, request?: ApiRequest) => {
    recorded.calls.push({ call, body });
    if (request?.bearer && auth.store.getState().status !== 'signed-in')
      throw new ApiError('no-token', 401);
    const [path = '', query = ''] = call.split('?');
    const respond = options.answers?.[call] ?? options.answers?.[path];
    if (!respond) throw new ApiError('http', 404, { detail: 'Not found.' });
    return checkedAnswer(call, await respond(body, request, query));
  };
  const drafts = fakeDrafts(options);
  const shell: ShellApi = {
    remote: { name: 'fake', version: '0.0.0' },
    rendering: 'browser',
    site: { ...fakeSite, ...options.site },
    auth: {
      store: auth.store,
      signIn: async () => auth.signIn(),
      signOut: () => {
        drafts.clear();
        auth.signOut();
      },
    },
    api: {
      get: <T>(path: string, request?: ApiRequest) =>
        answer(`GET ${path}`, undefined, request) as Promise<T>,
      post: <T>(path: string, body: unknown, request?: ApiRequest) =>
        answer(`POST ${path}`, body, request) as Promise<T>,
      patch: <T>(path: string, body: unknown, request?: ApiRequest) =>
        answer(`PATCH ${path}`, body, request) as Promise<T>,
      upload: <T>(path: string, file: Blob, request?: ApiRequest) =>
        answer(`POST ${path}`, file, request) as Promise<T>,
      download: async (path: string, request?: ApiRequest) =>
        asFile(await answer(`GET ${path}`, undefined, request)),
      follow: async (path: string, onEvent: (name: string) => void, request?: ApiRequest) =>
        void (await answer(`GET ${path}`, onEvent, request)),
    },
    notify: fakeNotify(recorded, options.confirm ?? true),
    drafts: drafts.api,
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
    flags: options.flags ?? {},
    locale: options.locale ?? 'en',
  };
  return { shell, recorded, expire: auth.expire };
}
