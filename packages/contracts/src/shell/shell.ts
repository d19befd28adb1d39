import type { NonIndexRouteObject } from 'react-router';
import type { AnswerOf, BodyOf, Known } from '../calls/sent';
import type { Session, Tokens } from '../calls/session';

export type { Unread } from '../calls/sent';
export { ApiError, type ApiErrorCode, isApiError } from './api-error';

/** The version of this contract; a breaking change raises it. */
export const CONTRACT_VERSION = 2;

/** The versions that the shell serves: this one, and for one release after a break the one before it. */
export const SERVED_CONTRACTS: readonly number[] = [CONTRACT_VERSION];

/** The `id` that a remote gives the element which follows what its page shows first: the browser paints nothing before it has read so far, because half of a page moves as the rest comes. */
export const ABOVE_THE_FOLD_END = 'after-first-view';

/** What each version changed for remotes, in sentences that their teams read when the one before is served no more. */
export const CONTRACT_CHANGES: Readonly<Record<number, readonly string[]>> = {
  1: ['the first contract'],
  2: [
    'shell.site has no members of one product: discordInviteUrl, creditUrl, coachSlug and coachContact are in shell.site.settings, where one that this site does not declare is undefined',
    'shell.site.captcha and shell.site.payment.publishableKey: read the setting of your provider (recaptchaSiteKey, stripePublishableKey) from shell.site.settings',
    'shell.site.payment.origins and shell.site.chatOrigins are shell.site.redirects.payment and shell.site.redirects.chat',
    'shell.now, shell.loadScript, shell.flagErrors, shell.drafts.offers, site.settings and site.redirects are always there',
  ],
};

/** Everything a remote may use of its host, handed to `createRoutes`. */
export interface ShellApi {
  /** Who is asking, so that errors and reports know their owner. */
  readonly remote: { readonly name: string; readonly version: string };
  /** Where the code runs: `server` has no visitor, no token and no storage. */
  readonly rendering: 'server' | 'browser';
  readonly site: SiteConfig;
  readonly auth: AuthApi;
  readonly api: ApiClient;
  readonly notify: NotifyApi;
  readonly drafts: DraftsApi;
  /** Server time, ms since the epoch. A visitor's clock may be wrong by a year: nothing shown or decided may depend on it. */
  readonly now: () => number;
  /** Sends the browser to a third party, such as `payment`; false, and nothing happens, when the installation does not list the URL's origin for that target. */
  readonly leave: (to: string, url: string) => boolean;
  /** Loads a third party's script and answers the global that it brings; fails when the script's origin is not configured or it cannot be had. */
  readonly loadScript: <T>(url: string, name: string) => Promise<T>;
  /** The page's title says that a form on it has errors, until the answer is called. */
  readonly flagErrors: () => () => void;
}

/** What a remote's `./remote` module exports as default. */
export interface RemoteModule {
  readonly contractVersion: number;
  /** Returns the route objects (react-router-dom) that the shell grafts under its frame. */
  readonly createRoutes: (shell: ShellApi) => RemoteRoute[];
}

/** What a route shows and does: the members of the router's route object, with our handle. */
export type RouteParts = Readonly<
  Omit<
    NonIndexRouteObject,
    'id' | 'path' | 'index' | 'caseSensitive' | 'children' | 'lazy' | 'handle'
  >
> & {
  readonly handle?: RouteHandle;
};

/** The router's route object with our handle. A route with a path needs an id, by which its release knows its files. */
export type RemoteRoute = RouteParts & {
  readonly id?: string;
  readonly path?: string;
  readonly lazy?: () => Promise<RouteParts>;
  readonly children?: RemoteRoute[];
};

/** What this installation is: its names and public settings. */
export interface SiteConfig {
  readonly name: string;
  /** The public settings that have a value here, by name. Which there are, and what they mean, is between `site.json` and the remotes that read them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Origins to which the browser may be sent, by the name of the target. */
  readonly redirects: Readonly<Record<string, readonly string[]>>;
  /** Origin for canonical and social URLs, without a trailing slash. */
  readonly url: string;
}

export interface AuthState {
  /** `unknown` until the browser has read its stored tokens (always on the server). */
  readonly status: 'unknown' | 'signed-in' | 'signed-out';
  /** What the API says of them, or null while unknown, signed out, or when that call failed. */
  readonly user: Session | null;
}

/** A read-only view of a zustand store; `useStore` of any copy of zustand accepts it. */
export interface ReadonlyStore<State> {
  readonly getState: () => State;
  readonly getInitialState: () => State;
  readonly subscribe: (listener: (state: State, previous: State) => void) => () => void;
}

export interface AuthApi {
  readonly store: ReadonlyStore<AuthState>;
  /** Stores both tokens and fetches the profile; resolves when the user is known (or empty, if that call fails). */
  readonly signIn: (tokens: Tokens) => Promise<void>;
  /** Removes both tokens in every tab of this browser, and tells the server. */
  readonly signOut: () => void;
}

export interface ApiRequest {
  /** Sends the access token; without one the call fails with code `no-token` and no request is made. */
  readonly bearer?: boolean;
  /** Sends and accepts cookies of the API host. */
  readonly credentials?: boolean;
  /** The call goes on when the page is left. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
  /** Milliseconds until the call fails with code `timeout`; default 15000. */
  readonly timeoutMs?: number;
}

/**
 * The one HTTP client, for the calls of `packages/contracts/src/calls`; every failure is an `ApiError`; it never toasts or navigates.
 * What it answers is for `read` of `@carry/contracts/answers`: nobody has looked at it yet.
 */
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
}

/** A button beside the words of a toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** In-page, accessible stand-ins for `alert` and `confirm`, with exactly the given words. */
export interface NotifyApi {
  /** A failure: stays until acknowledged, then gives focus back. The note stands below the words: why it failed. */
  readonly alert: (message: string, note?: string) => Promise<void>;
  /** Asks; resolves true on Confirm, false on Cancel and Escape. The note stands below the words: what follows. */
  readonly confirm: (message: string, note?: string) => Promise<boolean>;
  /** A success: shown for 6 s at least (8 s with an action), paused on hover and focus. */
  readonly toast: (message: string, action?: ToastAction) => void;
}

/**
 * What was typed and not sent yet, in all tabs of this browser; belongs to one person, is cleared at sign-out and after 24 h.
 * Each remote has its own and sees no other's. Never put secrets into it.
 */
export interface DraftsApi {
  readonly load: <T>(key: string) => T | null;
  /** Keeps a value; `offer`: what all remotes may know of it, for as long as it is kept. */
  readonly save: (key: string, value: unknown, offer?: DraftOffer) => void;
  readonly clear: (key: string) => void;
  /** The keys of this remote's live drafts, newest first. */
  readonly keys: () => readonly string[];
  /** What the drafts of all remotes offer, newest first. */
  readonly offers: () => readonly DraftOffer[];
}

/** A draft as other remotes may show it: a link to the page where the visitor can go on. */
export interface DraftOffer {
  /** Path of that page on this site. */
  readonly path: string;
  /** What is unfinished, to follow "Continue": `your booking with Nova`. */
  readonly title: string;
}

export interface HeadArgs<Data = unknown> {
  /** The loader's data with its promises settled (a rejected one is undefined), or undefined while it is not there. */
  readonly data: Data | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly site: SiteConfig;
}

export interface HeadTags {
  readonly title: string;
  readonly description?: string;
  /** Path of the canonical URL; default: the page's own path without query and trailing slash. */
  readonly canonical?: string;
  /** Path of the 1200×675 social preview picture. */
  readonly image?: { readonly path: string; readonly alt: string };
  readonly noindex?: boolean;
  /** Nodes of the page's JSON-LD graph, beside the shell's Organization and WebSite. */
  readonly jsonLd?: readonly Record<string, unknown>[];
}

/** A page's entry in the site's own navigation. */
export interface MenuEntry {
  readonly label: string;
  /** The heading that it stands under, such as `Games`; without one it stands before all groups. */
  readonly group?: string;
  /** Address of a small square picture that the remote's build emitted. */
  readonly icon?: string;
}

/** What the shell asks of a route; `Data` is what its loader answers. */
export interface RouteHandle<Data = unknown> {
  // Methods, so that a handle for the data of one route is a handle: nobody but the shell calls them, with that route's data.
  head?(args: HeadArgs<Data>): HeadTags;
  /** HTTP status of the page once its data is known; default 200. */
  status?(args: HeadArgs<Data>): number;
  /** Starts reading what the page will show, when a visitor is about to follow a link to it (pointer, focus or touch on it); called again each time. */
  readonly warm?: (params: Readonly<Record<string, string | undefined>>) => void;
  /**
   * Names in the query that its loader, head or components read. On the server the page has no others, so that links of a campaign
   * share one page in the cache; without this it has all of them, and each query is a page of its own.
   */
  readonly query?: readonly string[];
  /** Its entry in the site's navigation, read when the remote is published. */
  readonly menu?: MenuEntry;
  /** Paths of this route that search engines are told of, read when the remote is published. */
  readonly sitemap?: readonly string[];
  /** The page shows what belongs to the signed-in visitor: it leaves the screen, in every tab, the moment somebody else or nobody is there. */
  readonly private?: boolean;
}
