import { isDeepStrictEqual } from 'node:util';
import type { SiteDocument } from '@carry/contracts/site';
import type { Store } from '../stores/store';
import { changeSite, type KeyReason } from './site';

/** Sets the keys of release servers that may sign for the owners' pipelines; replaces the list. */
export const setCountersigners = (
  store: Store,
  countersigners: readonly string[],
  { compromised, ...reason }: KeyReason,
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    ...(compromised
      ? { forget: 'countersigners' }
      : {
          firstStep:
            "name both keys ('releases site countersign --key OLD --key NEW'), start the release server with the new one and publish",
        }),
    remote: 'site',
    next: (site) =>
      !compromised && isDeepStrictEqual(site.countersigners ?? [], countersigners)
        ? null
        : { countersigners: [...countersigners] },
  });

export const setSiteKeys = (
  store: Store,
  siteKeys: readonly string[],
  { compromised, ...reason }: KeyReason,
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    ...(compromised ? { forget: 'siteKeys' } : { firstStep: 'publish' }),
    remote: 'site',
    next: (site) =>
      !compromised && isDeepStrictEqual(site.siteKeys ?? [], siteKeys)
        ? null
        : { siteKeys: [...siteKeys] },
  });
