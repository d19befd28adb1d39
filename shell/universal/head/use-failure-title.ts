import { useEffect } from 'react';
import { useHost } from '../host/host';

/** Replaces the page's title while a failure is shown. */
export function useFailureTitle(failure: string): void {
  const { site, showFailure } = useHost();
  useEffect(() => showFailure?.(`${failure} | ${site.name}`), [failure, site, showFailure]);
}
