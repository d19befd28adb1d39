import { createRequire } from 'node:module';
import { ROUTER_NAMES } from '@carry/contracts/shared-modules';
import { CONTRACT_CHANGES, SERVED_CONTRACTS } from '@carry/contracts/shell';
import type { Served, SiteDocument } from '@carry/contracts/site';

const require = createRequire(import.meta.url);
const getVersion = (manifest: string) => (require(manifest) as { version: string }).version;

export const ownServes = (): Served => ({
  contracts: SERVED_CONTRACTS.map((version) => ({
    version,
    changes: [...(CONTRACT_CHANGES[version] ?? [])],
  })),
  shared: {
    react: getVersion('react/package.json'),
    'react/jsx-runtime': getVersion('react/package.json'),
    'react-dom': getVersion('react-dom/package.json'),
    'react-dom/client': getVersion('react-dom/package.json'),
    'react-router-dom': getVersion('react-router-dom/package.json'),
  },
  routerNames: [...ROUTER_NAMES],
});

/** Returns the contracts and shared versions of a site; default: the packages installed here. */
export const getServes = (site: Pick<SiteDocument, 'serves'> | null): Served =>
  site?.serves ?? ownServes();
