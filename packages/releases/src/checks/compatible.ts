import type { LiveClaims, ReleaseRecord } from '@carry/contracts/release';
import { type Owners, owns, type Served } from '@carry/contracts/site';
import { satisfies, validRange } from 'semver';
import { refuseUnless } from '../errors/errors';
import { checkPageOrigins } from './origins';

const MAX_SHOWN = 60;
const NEWER_SHELL =
  "once all sites run a newer shell, the operator declares it with 'releases site serve'";

type Claims = Pick<
  ReleaseRecord,
  'name' | 'contractVersion' | 'routes' | 'shared' | 'facts' | 'slots' | 'consumes'
>;

/** Context that a release must be compatible with, at each publish and each rollback. */
export interface LiveContext {
  /** Other remotes' live releases; null if a site does not publish them. */
  live: readonly LiveClaims[] | null;
  /** The remote's own live release. */
  current?: Pick<ReleaseRecord, 'name' | 'routes' | 'consumes'> | null | undefined;
  serves: Served;
  /** Paths of each remote; a missing remote owns no path. */
  owners: Owners;
  /** True for a release that was live before: a rollback must be possible, and pages show their fallback for a slot that is gone. */
  mayLackSlots?: boolean;
}

/** Refuses a release that the shell cannot serve or that clashes with a live one. `places`: where it uses router names that the site lacks. */
export function checkCompatible(
  release: Claims,
  { live, current, serves, owners, mayLackSlots = false }: LiveContext,
  places: readonly string[] = [],
): void {
  checkKit(release, serves);
  checkPaths(release, live ?? [], owners);
  if (live && !mayLackSlots) checkSlots(release, live);
  if (!mayLackSlots) checkPageOrigins(release, { owners, current });
  checkRouterNames(release, serves, places);
}

/** Refuses a contract version or a shared version that the shell does not provide. Without `facts`, a build may still use a missing module. */
export function checkKit(
  release: Pick<Claims, 'name' | 'contractVersion' | 'shared'> & Partial<Pick<Claims, 'facts'>>,
  serves: Served,
): void {
  checkContract(release, serves);
  checkShared(release, serves);
}

function checkContract(
  { name, contractVersion }: Pick<Claims, 'name' | 'contractVersion'>,
  { contracts }: Served,
): void {
  const versions = contracts.map(({ version }) => version);
  const since = contracts
    .filter(({ version }) => version > contractVersion)
    .map(({ version, changes }) => ` In ${version}: ${changes.join('; ')}.`);
  const remedy =
    contractVersion > Math.max(...versions)
      ? NEWER_SHELL
      : `build it for the current contract: npx carry-remote upgrade.${since.join('')}`;
  refuseUnless(
    versions.includes(contractVersion),
    `${name}: built for contract ${contractVersion}, this site serves ${versions.join(' and ')}; ${remedy}`,
  );
}

function checkPaths({ name, routes }: Claims, live: readonly LiveClaims[], owners: Owners): void {
  refuseUnless(routes.length > 0, `${name}: declares no route with an id and a path`);
  const prefixes = (Object.hasOwn(owners, name) && owners[name]?.paths) || [];
  for (const { path } of routes) {
    refuseUnless(
      owns(prefixes, path),
      `${name}: claims ${path}, which is outside its ownership (${prefixes.join(', ') || 'none'}); the site's operator can add it with 'releases owner add ${name} --path ${path}'`,
    );
    const rival = live.find(
      (other) => other.name !== name && other.routes.some((route) => route.path === path),
    );
    refuseUnless(
      !rival,
      `${name}: claims ${path}, which ${rival?.name} already serves; remove it from one of them`,
    );
  }
}

function checkSlots(
  { name, slots = {}, consumes = [] }: Claims,
  live: readonly LiveClaims[],
): void {
  for (const shown of consumes) {
    const [remote = '', slot = ''] = shown.split('.');
    const provider = live.find((other) => other.name === remote);
    refuseUnless(
      Object.hasOwn(provider?.slots ?? {}, slot),
      `${name}: shows the slot ${shown}, but ${provider ? `the live ${remote} does not have it` : `${remote} is not live`}; its team publishes it first`,
    );
  }
  for (const other of live) {
    const missing = other.consumes?.find(
      (shown) =>
        shown.startsWith(`${name}.`) && !Object.hasOwn(slots, shown.slice(name.length + 1)),
    );
    refuseUnless(
      missing === undefined,
      `${name}: lacks the slot ${missing}, which ${other.name} shows; keep it until ${other.name} is published without it`,
    );
  }
}

function checkShared(
  { name, shared, facts }: Parameters<typeof checkKit>[0],
  { shared: provided }: Served,
): void {
  for (const [module, range] of Object.entries(shared)) {
    const have = provided[module];
    const isUsed = (facts?.imports[module] ?? []).length > 0;
    refuseUnless(
      have || !isUsed,
      `${name}: uses ${module}, which this site's shell does not share; ${NEWER_SHELL}`,
    );
    if (!have) continue; // each build lists all modules of its kit
    refuseUnless(
      range.trim() && validRange(range) !== null,
      `${name}: needs ${module} '${range.slice(0, MAX_SHOWN)}', which is not a version range; use one such as ^${have}`,
    );
    refuseUnless(
      satisfies(have, range),
      `${name}: needs ${module} ${range}, the shell has ${have}; build it for that version: npx carry-remote upgrade`,
    );
  }
}

const ROUTER =
  'leave it out: the shell has the router, and your routes are in createRoutes, or in "carry.pack" of package.json';
const DOCUMENT =
  "leave it out: the shell's server prints the document; title and meta elements are in a route's handle.head";
const ROUTES = 'write routes as objects with lazyRoute of @carry/remote-kit';
const COOKIES = 'keep sessions and cookies behind your API: a remote has no server of its own';
const INSTEAD: Record<string, string> = {
  BrowserRouter: ROUTER,
  HashRouter: ROUTER,
  MemoryRouter: ROUTER,
  Router: ROUTER,
  StaticRouter: ROUTER,
  StaticRouterProvider: ROUTER,
  createStaticHandler: ROUTER,
  createStaticRouter: ROUTER,
  createRequestHandler: ROUTER,
  RouterContextProvider: ROUTER,
  ServerRouter: ROUTER,
  HydratedRouter: ROUTER,
  createHashRouter: ROUTER,
  createMemoryRouter: ROUTER,
  createRoutesStub: 'open pages in tests with openPage of @carry/remote-kit/test-page',
  Links: DOCUMENT,
  Meta: DOCUMENT,
  Scripts: DOCUMENT,
  PrefetchPageLinks: 'leave it out: the shell prefetches the targets of visible links',
  ScrollRestoration: 'leave it out: the shell restores the scroll position',
  Route: ROUTES,
  Routes: ROUTES,
  createRoutesFromChildren: ROUTES,
  createRoutesFromElements: ROUTES,
  matchRoutes: ROUTES,
  renderMatches: ROUTES,
  useRoutes: ROUTES,
  createContext: 'pass values with a React context',
  createCookie: COOKIES,
  createCookieSessionStorage: COOKIES,
  createMemorySessionStorage: COOKIES,
  createSession: COOKIES,
  createSessionStorage: COOKIES,
  isCookie: COOKIES,
  isSession: COOKIES,
  defer: 'return load(shell, { … }) of @carry/remote-kit from the loader, and show it with Await',
  json: 'return the value itself, or data(value, init)',
  href: 'use generatePath',
  IDLE_BLOCKER: "compare useBlocker(…).state with 'unblocked'",
  IDLE_FETCHER: "compare useFetcher().state with 'idle'",
  IDLE_NAVIGATION: "compare useNavigation().state with 'idle'",
  NavigationType: "compare useNavigationType() with 'POP', 'PUSH' or 'REPLACE'",
  useInRouterContext: 'leave it out: a remote is always inside the router',
  unstable_usePrompt: 'use useBlocker',
};

function checkRouterNames(
  { name, facts }: Claims,
  { routerNames }: Served,
  places: readonly string[],
): void {
  const used = facts.imports['react-router-dom'] ?? [];
  refuseUnless(
    !used.includes('*'),
    `${name}: imports react-router-dom as a namespace somewhere; import the names that it uses, so that they can be checked`,
  );
  const missing = missingRouterNames(facts, routerNames);
  const where = places.length > 0 ? ` (${places.join(', ')})` : '';
  const instead = missing.flatMap((name) => INSTEAD[name] ?? []);
  refuseUnless(
    missing.length === 0,
    `${name}: uses ${missing.join(', ')} of react-router-dom${where}, which this site's shell does not provide; ${[...new Set(instead), `it provides ${routerNames.join(', ')}`].join('; ')}`,
  );
}

export const missingRouterNames = (
  facts: Claims['facts'],
  routerNames: readonly string[],
): string[] =>
  (facts.imports['react-router-dom'] ?? []).filter((used) => !routerNames.includes(used));
