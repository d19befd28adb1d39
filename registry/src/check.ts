import { ownership, owns } from 'contracts/ownership';
import type { BuildManifest, ReleaseRecord } from 'contracts/release';
import { ROUTER_NAMES } from 'contracts/shared-modules';
import { CONTRACT_VERSION, type RemoteRoute } from 'contracts/shell';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as router from 'react-router-dom';
import { createFakeShell } from 'remote-kit/fake-shell';
import { ReleaseRefused } from './errors';
import { type DeclaredRoute, evaluateServerBundle, flattenRoutes } from './server-bundle';

const shared = { react: React, 'react/jsx-runtime': jsxRuntime, 'react-dom': {}, 'react-router-dom': router };

function refuse(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ReleaseRefused(message);
}

/** Evaluates a server bundle the way the shell will; answers its contract version and routes, or refuses it. */
export function inspectServerBundle(name: string, code: string): { contractVersion: number; routes: DeclaredRoute[]; tree: RemoteRoute[] } {
  try {
    const remote = evaluateServerBundle(code, `${name}/server`, shared);
    const { shell } = createFakeShell();
    const tree = remote.createRoutes({ ...shell, rendering: 'server' });
    return { contractVersion: remote.contractVersion, routes: flattenRoutes(tree), tree };
  } catch (error) {
    throw new ReleaseRefused(`${name}: its server bundle cannot be evaluated (${(error as Error).message}); it must run without a browser`);
  }
}

/** The contract test of a built remote: every route resolves, shows or redirects, and its head can be asked before any data is there. */
export async function checkRoutes(name: string, tree: RemoteRoute[]): Promise<void> {
  const { shell } = createFakeShell();
  for (const route of tree) {
    const what = `${name}: its route ${route.id ?? route.path ?? '(layout)'}`;
    const lazy =
      typeof route.lazy === 'function'
        ? await route.lazy().catch((error: Error) => refuse(false, `${what} cannot be loaded (${error.message})`))
        : {};
    const { Component, element, loader, handle, children }: RemoteRoute = { ...route, ...lazy };
    refuse(Component || element || loader || children, `${what} shows nothing; give it a Component or a loader that redirects`);
    try {
      handle?.head?.({ data: undefined, params: {}, site: shell.site });
      handle?.status?.({ data: undefined, params: {}, site: shell.site });
    } catch (error) {
      refuse(false, `${what} throws in its handle without data (${(error as Error).message}); data may be missing there`);
    }
    await checkRoutes(name, children ?? []);
  }
}

/** Refuses names of react-router-dom that the shell does not provide (read off the unminified server bundle). */
export function checkSharedNames(name: string, code: string): void {
  const used = new Set([...code.matchAll(/external_react_router_dom_(?:\w*?)\.([A-Za-z_$][\w$]*)/g)].map((match) => match[1] as string));
  const missing = [...used].filter((used) => !(ROUTER_NAMES as readonly string[]).includes(used));
  refuse(
    missing.length === 0,
    `${name}: uses ${missing.join(', ')} of react-router-dom, which the shell does not provide; add it to ROUTER_NAMES and release the shell first`,
  );
}

/** Refuses a contract version that this shell does not serve, routes outside the remote's ownership, and doubly claimed ones. */
export function checkContract(name: string, contractVersion: number, routes: DeclaredRoute[], others: ReleaseRecord[]): void {
  refuse(
    contractVersion === CONTRACT_VERSION,
    `${name}: built for contract ${contractVersion}, this site serves ${CONTRACT_VERSION}; build it against the current contracts package`,
  );
  refuse(routes.length > 0, `${name}: declares no route with an id and a path`);
  const prefixes = ownership[name] ?? [];
  for (const { path } of routes) {
    refuse(
      owns(prefixes, path),
      `${name}: claims ${path}, which is outside its ownership (${prefixes.join(', ') || 'none'}); see contracts/src/ownership.ts`,
    );
    const rival = others.find((other) => other.name !== name && other.routes.some((route) => route.path === path));
    refuse(!rival, `${name}: claims ${path}, which ${rival?.name} already serves; let one of them give it up`);
  }
}

/** Refuses shared ranges that the shell's own versions do not satisfy (same major, at least the minimum minor). */
export function checkShared(manifest: BuildManifest, provided: Record<string, string>): void {
  for (const [module, range] of Object.entries(manifest.shared)) {
    const have = provided[module];
    refuse(have, `${manifest.name}: expects the shell to share ${module}, which it does not`);
    const [major = 0, minor = 0] = range.replace('^', '').split('.').map(Number);
    const [haveMajor = 0, haveMinor = 0] = have.split('.').map(Number);
    refuse(
      haveMajor === major && haveMinor >= minor,
      `${manifest.name}: needs ${module} ${range}, the shell has ${have}; align the catalog`,
    );
  }
}

/** What only the real module says of itself; found in a remote's file, it is a second copy. */
const singletonMarks: Record<string, RegExp> = {
  react: /__CLIENT_INTERNALS_DO_NOT_USE/,
  'react/jsx-runtime': /react\.transitional\.element/,
  'react-dom': /__DOM_INTERNALS_DO_NOT_USE/,
  'react-router-dom': /__reactRouterVersion|useRoutes\(\) may be used only/,
  'the federation runtime': /errorLoadRemote/,
};

/** Refuses a file that carries its own copy of what the shell provides once for the page. */
export function checkSingletons(file: string, content: string): void {
  const found = Object.keys(singletonMarks).find((module) => singletonMarks[module]?.test(content));
  refuse(!found, `${file}: carries its own copy of ${found}; import it as the others do and keep remoteConfig as it is`);
}

const secretMarks: Record<string, RegExp> = {
  'a payment key': /\b[sr]k_(?:live|test)_\w{8}/,
  'a webhook secret': /\bwhsec_\w{8}/,
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY/,
  'a cloud access key': /\bAKIA[0-9A-Z]{16}\b/,
  'an access token': /\b(?:gh[pousr]_\w{30}|xox[abp]-[\w-]{10}|eyJhbGciOi[\w-]+\.eyJ)/,
};

/** Refuses what looks like a secret in a file that would be public; the value itself is not repeated. */
export function checkSecrets(file: string, content: string): void {
  const found = Object.keys(secretMarks).find((what) => secretMarks[what]?.test(content));
  refuse(!found, `${file}: holds what looks like ${found}; take it out of the sources and revoke it`);
}

/** Refuses a route that loads more than its budget, and one that has none. `sizes`: gzip bytes of each web file. */
export function checkBudgets(manifest: BuildManifest, sizes: Record<string, number>): void {
  for (const [route, files] of Object.entries(manifest.routes)) {
    const budget = manifest.budgets[route] ?? manifest.budgets['*'];
    refuse(budget, `${manifest.name}: its route ${route} has no size budget; add one to "budgets" in its package.json`);
    const size = [...new Set([manifest.entry, ...manifest.expose, ...files])].reduce((sum, file) => sum + (sizes[file] ?? 0), 0);
    refuse(
      size <= budget,
      `${manifest.name}: its route ${route} loads ${size} bytes, its budget is ${budget}; make it smaller or raise the budget`,
    );
  }
}

/** Refuses leftovers of the integrity step: a chunk whose hash was never filled in would be blocked in every browser. */
export function checkPlaceholders(file: string, content: Buffer): void {
  refuse(!/\*-\*-\*-CHUNK-SRI-HASH/.test(content.toString('latin1')), `${file}: has an unfilled integrity placeholder; build it again`);
}

/** Refuses source maps and files without a hash in their name in what becomes public. */
export function checkPublicFile(file: string): void {
  refuse(!file.endsWith('.map'), `${file}: source maps are not published; set output.sourceMap to false`);
  refuse(/\.[a-f0-9]{8,}\./.test(file), `${file}: has no content hash in its name, so it cannot be served as immutable`);
}
