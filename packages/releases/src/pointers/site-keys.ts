import { isDeepStrictEqual } from 'node:util';
import type { SiteDocument } from '@carry/contracts/site';
import type { Store } from '../stores/store';
import { changeSite, type Reason } from './site';

/** Says which release servers may sign for the pipelines that owners name; those that are left out may no more. */
export const setCountersigners = (
  store: Store,
  countersigners: readonly string[],
  reason: Reason,
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    remote: 'site',
    next: (site) =>
      isDeepStrictEqual(site.countersigners ?? [], countersigners)
        ? null
        : { countersigners: [...countersigners] },
  });

/** Sets the keys of the sites, which sign verdicts; those that are left out count no more. */
export const setSiteKeys = (
  store: Store,
  siteKeys: readonly string[],
  reason: Reason,
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    remote: 'site',
    next: (site) =>
      isDeepStrictEqual(site.siteKeys ?? [], siteKeys) ? null : { siteKeys: [...siteKeys] },
  });
