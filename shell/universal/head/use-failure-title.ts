import { useEffect } from 'react';
import { useHost } from '../host/host';

export function useFailureTitle(failure: string): void {
  const { site, showFailure } = useHost();
  useEffect(() => showFailure?.(`${failure} | ${site.name}`), [failure, site, showFailure]);
}
