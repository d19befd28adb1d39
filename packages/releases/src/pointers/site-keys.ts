import { isDeepStrictEqual } from 'node:util';
import type { SiteDocument } from '@carry/contracts/site';
import type { Store } from '../stores/store';
import { changeSite, type Reason } from './site';

/** Sets the keys of release servers that may sign for the owners' pipelines; replaces the list. */
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
