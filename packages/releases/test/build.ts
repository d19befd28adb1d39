import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Owners } from '@carry/contracts/site';
import { encode, type PublishOptions, publish, type Store } from '../src/index';

const provided = { react: '19.3.1', 'react-router-dom': '7.18.5' };

export interface Build {
  name?: string;
  routes?: string;
  contractVersion?: number;
  shared?: Record<string, string>;
  web?: Record<string, string>;
  server?: string;
  budgets?: Record<string, number>;
  imports?: Record<string, string[]>;
  packages?: string[];
  manifest?: Record<string, unknown>;
}

/** Returns a minimal built remote. */
export function build({
  name = 'mf-booking',
  routes = "[{ id: 'booking', path: '/booking/:id', Component: () => null }]",
  contractVersion = 2,
  shared = { react: '^19.3.0' },
  web = {},
  server,
  budgets = { '*': 10_000 },
  imports = {},
  packages = [],
  manifest: more = {},
}: Build = {}): string {
  const dist = mkdtempSync(path.join(tmpdir(), 'carry-dist-'));
  const files: Record<string, string> = {
    'remoteEntry.0123456789.js': 'entry',
    'static/route.0123456789.js': 'route',
    ...web,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dist, 'web', file)), { recursive: true });
    writeFileSync(path.join(dist, 'web', file), content);
  }
  mkdirSync(path.join(dist, 'server'));
  const code =
    server ??
    `exports.default = { contractVersion: ${contractVersion}, createRoutes: () => ${routes} };`;
  writeFileSync(path.join(dist, 'server/remote.cjs'), code);
  const none = Object.fromEntries(Object.keys(shared).map((module) => [module, []]));
  const manifest = {
    name,
    version: '1.2.3',
    entry: 'web/remoteEntry.0123456789.js',
    expose: [],
    routes: { booking: ['web/static/route.0123456789.js'] },
    shared,
    budgets,
    facts: {
      web: { imports: { ...none, ...imports }, packages },
      server: { imports: none, packages: [] },
    },
    ...more,
  };
  writeFileSync(path.join(dist, 'build.json'), JSON.stringify(manifest));
  return dist;
}

/** Returns a build of mf-booking with unique content. */
export const numbered = (number: number, more: Build = {}) =>
  build({ ...more, web: { 'more.0123456789.js': `'number ${number}'` } });

export const account: Build = {
  name: 'mf-account',
  routes: "[{ id: 'booking', path: '/login', Component: () => null }]",
};

/** Owners in the store of a test. */
export const owners = {
  'mf-marketing': { paths: ['/', '/cs2', '/{coachSlug}'] },
  'mf-booking': { paths: ['/booking', '/booking-success', '/booking-cancelled'] },
  'mf-account': { paths: ['/login', '/register', '/sessions'] },
  'mf-coach': { paths: ['/coach-dashboard', '/coach', '/dashboard'] },
};

export const install = (store: Store, owned: Owners = owners) =>
  store.write(
    'site.json',
    encode({
      schema: 1,
      revision: 1,
      owners: owned,
      settings: { coachSlug: { kind: 'slug', value: 'nova' } },
    }),
  );

/** Returns all paths of a store but the kept refusals. */
export const listFiles = async (store: Store) =>
  (await store.list('')).filter((file) => !file.startsWith('refusals/'));

/** Publishes a build; adds the owners of tests to a store without owners. */
export async function release(store: Store, dist: string, more: Partial<PublishOptions> = {}) {
  if (!(await store.read('site.json'))) await install(store);
  return publish({ dist, store, commit: 'abc', provided, ...more });
}
