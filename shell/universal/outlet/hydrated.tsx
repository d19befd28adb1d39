import { useEffect } from 'react';
import { useHost } from '../host/host';

/** Tells when the part of the page around it is hydrated. */
export function Hydrated() {
  const { onHydrated } = useHost();
  useEffect(() => void onHydrated?.(), [onHydrated]);
  return null;
}
