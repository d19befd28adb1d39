import type { NonIndexRouteObject } from 'react-router';
import type { AnswerOf, BodyOf, Known } from '../calls/sent';
import type { Session, Tokens } from '../calls/session';

export type { Unread } from '../calls/sent';
export { BOOKABLE_DAYS } from '../rules/windows';
export { ApiError, type ApiErrorCode, isApiError } from './api-error';
export { isOtherPerson } from './is-other-person';

/** Contract version. A breaking change raises it. */
export const CONTRACT_VERSION = 2;

/** Supported versions: this one and, for one shell release after a breaking change, the previous one. */
export const SERVED_CONTRACTS: readonly number[] = [CONTRACT_VERSION];

/** `id` of the element after a remote's above-the-fold content. Browsers parse up to here before the first paint, which avoids layout shifts. */
export const ABOVE_THE_FOLD_END = 'after-first-view';

/** Cascade layer of the component library. It loses against the rules of pages, in whichever order files load. */
export const COMPONENT_LAYER = 'components';

/** Attribute for a calendar day, yyyy-mm-dd. Before the first paint the shell hides days other than the visitor's next `BOOKABLE_DAYS`. */
export const LOCAL_DAY = 'data-local-day';

/** Changes of each version. Teams read them when support for their version ends. */
export const CONTRACT_CHANGES: Readonly<Record<number, readonly string[]>> = {
  1: ['the first contract'],
  2: [
    'shell.site has no members of one product: discordInviteUrl, creditUrl, coachSlug and coachContact are in shell.site.settings, where one that this site does not declare is undefined',
    'shell.site.captcha and shell.site.payment.publishableKey: read the setting of your provider (recaptchaSiteKey, stripePublishableKey) from shell.site.settings',
    'shell.site.payment.origins and shell.site.chatOrigins are shell.site.redirects.payment and shell.site.redirects.chat',
    'shell.now, shell.loadScript, shell.flagErrors, shell.flags, shell.locale, shell.drafts.offers, site.settings, site.redirects, and upload, download and follow of shell.api are always there',
  ],
};

export interface ShellApi {
  readonly remote: { readonly name: string; readonly version: string };
  readonly rendering: 'server' | 'browser';
  readonly site: SiteConfig;
  readonly auth: AuthApi;
  readonly api: ApiClient;
  readonly notify: NotifyApi;
  readonly drafts: DraftsApi;
  /** Server time in ms since the epoch. Use it instead of the visitor's clock, which may be wrong. */
  readonly now: () => number;
  /** Sends the browser to a third party, such as `payment`. Returns false if the site does not list the URL's origin for that target. */
  readonly leave: (to: string, url: string) => boolean;
  /** Loads a third party's script and resolves with its global. Rejects if the origin is not configured or loading fails. */
  readonly loadScript: <T>(url: string, name: string) => Promise<T>;
  /** Marks the page title as having form errors, until the returned function is called. */
  readonly flagErrors: () => () => void;
  /** This remote's feature flags that differ from their default for this visitor. `useShell` adds the others. */
  readonly flags: FlagValues;
  /** Language of the page, a BCP 47 tag such as `en`. */
  readonly locale: string;
  /** Shows another remote's slot in an element, until `signal` aborts. Browsers only. Use `RemoteSlot`. */
  readonly mountSlot?: (place: SlotPlace) => void;
}

/** Properties of a slot. They cross to another release, so they are JSON. */
export type SlotProps = Readonly<Record<string, unknown>>;

export interface SlotPlace {
  /** Remote and slot, such as `mf-account.next-session`. */
  readonly name: string;
  /** {@link SlotProps} as JSON. */
  readonly props: string;
  readonly element: HTMLElement;
  /** Called with true once the slot is shown, with false if it cannot be shown or fails. */
  readonly onShown: (isShown: boolean) => void;
  readonly signal: AbortSignal;
}

export interface SlotParts {
  // Method syntax lets a slot narrow its properties and data.
  /** Reads the slot's data, as JSON. The browser takes over what the server read. */
  load?(props: SlotProps): Promise<unknown>;
  Component(slot: { props: SlotProps; data: unknown }): NonIndexRouteObject['element'];
}

/** Feature flag of a remote. Its team sets it with `releases flag set`. */
export interface FlagDeclaration {
  readonly default: boolean;
  /** One sentence: what the page does while the flag is on. */
  readonly does: string;
}

export type FlagDeclarations = Readonly<Record<string, FlagDeclaration>>;

export type FlagValues = Readonly<Record<string, boolean>>;

export interface RemoteModule {
  readonly contractVersion: number;
  /** Read at publish. */
  readonly flags?: FlagDeclarations;
  /** Parts that pages of other remotes may show, by name. */
  readonly slots?: Readonly<Record<string, (shell: ShellApi) => Promise<SlotParts>>>;
  /** Slots of other remotes that the pages show, such as `mf-account.next-session`. */
  readonly consumes?: readonly string[];
  /** Returns the route objects (react-router-dom) to mount in the shell's frame. */
  readonly createRoutes: (shell: ShellApi) => RemoteRoute[];
}

export type RouteParts = Readonly<
  Omit<
    NonIndexRouteObject,
    'id' | 'path' | 'index' | 'caseSensitive' | 'children' | 'lazy' | 'handle'
  >
> & {
  readonly handle?: RouteHandle;
};

/** The router's route object with our handle. A route with a path needs an id, which links it to the release's files. */
export type RemoteRoute = RouteParts & {
  readonly id?: string;
  readonly path?: string;
  /** True for the page at the path of its parent. It has no path and no children. */
  readonly index?: boolean;
  readonly lazy?: () => Promise<RouteParts>;
  readonly children?: RemoteRoute[];
};

/** Names and public settings of an installation. */
export interface SiteConfig {
  readonly name: string;
  /** Public settings that have a value, by name. `site.json` and the remotes define them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly redirects: Readonly<Record<string, readonly string[]>>;
  /** Origin for canonical and social URLs, without a trailing slash. */
  readonly url: string;
}

export interface AuthState {
  /** `unknown` until the browser has read its stored tokens (always on the server). */
  readonly status: 'unknown' | 'signed-in' | 'signed-out';
  readonly user: Session | null;
  /** Counts sign-outs and changes of person in any tab, but no session that the server ends: its person can sign in again. */
  readonly personChanges?: number;
}

/** Read-only view of a zustand store; works with `useStore` of any zustand copy. */
export interface ReadonlyStore<State> {
  readonly getState: () => State;
  readonly getInitialState: () => State;
  readonly subscribe: (listener: (state: State, previous: State) => void) => () => void;
}

export interface AuthApi {
  readonly store: ReadonlyStore<AuthState>;
  /** Stores both tokens and resolves at once; the user is set when the profile arrives, and stays empty if that call fails. */
  readonly signIn: (tokens: Tokens) => Promise<void>;
  /** Removes both tokens in every tab of this browser and revokes them on the server. */
  readonly signOut: () => void;
}

export interface ApiRequest {
  /** Sends the access token; without one the call fails with `no-token` before any request. */
  readonly bearer?: boolean;
  readonly credentials?: boolean;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
  /** Timeout in milliseconds (code `timeout`); default 15000. */
  readonly timeoutMs?: number;
}

/** HTTP client for the calls of the API. Every failure is an `ApiError`. Parse responses with `read` of `@carry/remote-kit/answers`. */
export interface ApiClient {
  readonly get: <Path extends string>(
    path: Known<'GET', Path>,
    request?: ApiRequest,
  ) => Promise<AnswerOf<'GET', Path>>;
  readonly post: <Path extends string>(
    path: Known<'POST', Path>,
    body: BodyOf<'POST', Path>,
    request?: ApiRequest,
  ) => Promise<AnswerOf<'POST', Path>>;
  readonly patch: <Path extends string>(
    path: Known<'PATCH', Path>,
    body: BodyOf<'PATCH', Path>,
    request?: ApiRequest,
  ) => Promise<AnswerOf<'PATCH', Path>>;
  readonly upload: <Path extends string>(
    path: Known<'POST', Path>,
    file: Blob,
    request?: ApiRequest,
  ) => Promise<AnswerOf<'POST', Path>>;
  /** Resolves to the response's body. */
  readonly download: <Path extends string>(
    path: Known<'GET', Path>,
    request?: ApiRequest,
  ) => Promise<Blob>;
  /** Calls `onEvent` with the name of each server-sent event; resolves when the stream ends. */
  readonly follow: <Path extends string>(
    path: Known<'GET', Path>,
    onEvent: (name: string) => void,
    request?: ApiRequest,
  ) => Promise<void>;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ConfirmLabels {
  readonly confirm: string;
  readonly cancel: string;
}

/** Accessible in-page replacements for `alert` and `confirm`. */
export interface NotifyApi {
  /** Failure message; stays until acknowledged, then restores focus. `note` gives the reason. */
  readonly alert: (message: string, note?: string) => Promise<void>;
  /** Resolves true on Confirm, false on Cancel and Escape. `note` describes the consequences. `labels` name the buttons; sites of earlier versions ignore them. */
  readonly confirm: (message: string, note?: string, labels?: ConfirmLabels) => Promise<boolean>;
  /** Success message; shown for at least 6 s (8 s with an action), paused on hover and focus. */
  readonly toast: (message: string, action?: ToastAction) => void;
}

/** Unsent form input of this remote, shared by all tabs of this browser. Cleared at sign-out and after 24 h. Never store secrets in it. */
export interface DraftsApi {
  readonly load: <T>(key: string) => T | null;
  /** Saves a value; `offer` is visible to all remotes while the draft exists. */
  readonly save: (key: string, value: unknown, offer?: DraftOffer) => void;
  readonly clear: (key: string) => void;
  readonly keys: () => readonly string[];
  readonly offers: () => readonly DraftOffer[];
}

/** Public part of a draft: a link to the page that continues it. */
export interface DraftOffer {
  readonly path: string;
  /** Unfinished task, phrased to follow "Continue": `your booking with Nova`. */
  readonly title: string;
  /** Time of the last save in ms since the epoch, if listed by a shell that sends it. */
  readonly at?: number;
}

export interface HeadArgs<Data = unknown> {
  /** Loader data with settled promises (a rejected one is undefined), or undefined before it loads. */
  readonly data: Data | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly site: SiteConfig;
}

export interface HeadTags {
  readonly title: string;
  readonly description?: string;
  /** Canonical path; default: the page's path without query and trailing slash. */
  readonly canonical?: string;
  /** Social picture of 1200 × 675 pixels (PNG): a path of the site or an absolute URL. */
  readonly image?: { readonly path: string; readonly alt: string };
  readonly noindex?: boolean;
  /** JSON-LD nodes of the page, added to the shell's Organization and WebSite. */
  readonly jsonLd?: readonly Record<string, unknown>[];
}

export interface MenuEntry {
  readonly label: string;
  /** Heading of the entry, such as `Games`; entries without one come first. */
  readonly group?: string;
  /** URL of a small square picture from the remote's build. */
  readonly icon?: string;
}

/** Shell metadata of a route; `Data` is its loader's return type. */
export interface RouteHandle<Data = unknown> {
  // Method syntax keeps handles of different data types assignable (bivariance).
  head?(args: HeadArgs<Data>): HeadTags;
  /** HTTP status of the page after loading; default 200. The deepest route with a `status` sets it. */
  status?(args: HeadArgs<Data>): number;
  /** Prefetches the page's data when a visitor points at, focuses or touches a link to it. May be called repeatedly. */
  readonly warm?: (params: Readonly<Record<string, string | undefined>>) => void;
  /** Query parameters that the page reads; the server drops all others. Without this list every query is a separate page in caches. */
  readonly query?: readonly string[];
  /** Entry in the site's navigation, read at publish. */
  readonly menu?: MenuEntry;
  /** Paths for the sitemap, read at publish. Those of a route with parameters count only where the API has no `/api/sitemap/`. */
  readonly sitemap?: readonly string[];
  /**
   * Origins of the frames that the page may show, of those that the site grants to the remote. All pages of the remote may then show all of
   * them, and links to pages of other remotes load a document, unless `framesOnDemand` is set.
   */
  frames?(args: HeadArgs<Data>): readonly string[];
  /** The page loads a document before it shows a frame, so links to it need none. Read at publish. */
  readonly framesOnDemand?: boolean;
  /** The page shows private data. It leaves the screen in every tab when the user changes or signs out. */
  readonly private?: boolean;
}

/** Returns true if the page has unsaved changes. Dispatches a `beforeunload` of our own, which unloads nothing. */
export const hasUnsavedChanges = () =>
  !window.dispatchEvent(new CustomEvent('beforeunload', { cancelable: true }));
