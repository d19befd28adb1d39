import { useEffect } from 'react';
import { useHost } from '../host/host';

/** Calls `onHydrated` when its Suspense boundary is hydrated. */
export function Hydrated() {
  const { onHydrated } = useHost();
  useEffect(() => void onHydrated?.(), [onHydrated]);
  return null;
}
