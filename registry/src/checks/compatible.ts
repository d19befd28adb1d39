import type { ReleaseRecord } from '@carry/contracts/release';
import { type Owners, owns, type Served } from '@carry/contracts/site';
import { satisfies, validRange } from 'semver';
import { refuseUnless } from './refuse';

const MAX_SHOWN = 60;

type Claims = Pick<ReleaseRecord, 'name' | 'contractVersion' | 'routes' | 'shared' | 'facts'>;

/** What a release must be compatible with, before each publish and each time an older one goes live again. */
export interface LiveContext {
  /** Records of what is live now. */
  live: ReleaseRecord[];
  /** What the shell gives. */
  serves: Served;
  /** Who may claim what; a remote that is not here owns nothing. */
  owners: Owners;
}

/** Refuses a release that the shell cannot serve, or that clashes with what else is live. */
export function checkCompatible(release: Claims, { live, serves, owners }: LiveContext): void {
  checkContract(release, serves);
  checkPaths(release, live, owners);
  checkShared(release, serves);
  checkRouterNames(release, serves);
}

function checkContract({ name, contractVersion }: Claims, { contracts }: Served): void {
  const versions = contracts.map(({ version }) => version);
  const since = contracts
    .filter(({ version }) => version > contractVersion)
    .map(({ version, changes }) => ` In ${version}: ${changes.join('; ')}.`);
  const remedy =
    contractVersion > Math.max(...versions)
      ? "once its shell is a newer one on all sites, whoever runs the site says so with 'releases site serve'"
      : `build it against the current contracts package.${since.join('')}`;
  refuseUnless(
    versions.includes(contractVersion),
    `${name}: built for contract ${contractVersion}, this site serves ${versions.join(' and ')}; ${remedy}`,
  );
}

/** Routes outside the remote's ownership, and those that another live remote serves. */
function checkPaths({ name, routes }: Claims, live: ReleaseRecord[], owners: Owners): void {
  refuseUnless(routes.length > 0, `${name}: declares no route with an id and a path`);
  const prefixes = (Object.hasOwn(owners, name) && owners[name]?.paths) || [];
  for (const { path } of routes) {
    refuseUnless(
      owns(prefixes, path),
      `${name}: claims ${path}, which is outside its ownership (${prefixes.join(', ') || 'none'}); whoever runs the site can give it with 'releases owner add ${name} --path ${path}'`,
    );
    const rival = live.find(
      (other) => other.name !== name && other.routes.some((route) => route.path === path),
    );
    refuseUnless(
      !rival,
      `${name}: claims ${path}, which ${rival?.name} already serves; let one of them give it up`,
    );
  }
}

function checkShared({ name, shared }: Claims, { shared: provided }: Served): void {
  for (const [module, range] of Object.entries(shared)) {
    const have = provided[module];
    refuseUnless(have, `${name}: expects the shell to share ${module}, which it does not`);
    refuseUnless(
      range.trim() && validRange(range) !== null,
      `${name}: needs ${module} '${range.slice(0, MAX_SHOWN)}', which is not a range of versions; name one such as ^${have}`,
    );
    refuseUnless(
      satisfies(have, range),
      `${name}: needs ${module} ${range}, the shell has ${have}; align the catalog`,
    );
  }
}

/** A record of the first stores has no facts: it passed the gate of its day, and must stay there to go back to. */
function checkRouterNames({ name, facts }: Claims, { routerNames }: Served): void {
  const used = facts?.imports['react-router-dom'] ?? [];
  refuseUnless(
    !used.includes('*'),
    `${name}: imports react-router-dom as a namespace somewhere; import the names that it uses, so that they can be checked`,
  );
  const missing = used.filter((used) => !routerNames.includes(used));
  refuseUnless(
    missing.length === 0,
    `${name}: uses ${missing.join(', ')} of react-router-dom, which the shell does not provide; add it to ROUTER_NAMES and release the shell first`,
  );
}
