import type { SiteDocument } from '@carry/contracts/site';
import { readSite } from '../pointers/site';
import type { notFollowed } from '../service/following';
import type { Store } from '../stores/store';

const TRUST_MS = 1000;

/** Reloads the site document, which has the trusted keys. One read at a time: a late one would restore a removed key. */
export function followTrust(
  store: Store,
  log: typeof notFollowed.log,
  use: (site: SiteDocument | null) => void,
): NodeJS.Timeout {
  const onError = ({ message }: Error) =>
    log(`trusted keys cannot be reloaded, keeping the previous ones: ${message}`, {
      code: 'release.trust_stale',
    });
  let isReading = false;
  return setInterval(() => {
    if (isReading) return;
    isReading = true;
    void readSite(store)
      .then(use, onError)
      .finally(() => {
        isReading = false;
      });
  }, TRUST_MS);
}
