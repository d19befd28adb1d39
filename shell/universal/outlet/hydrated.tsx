import { useEffect } from 'react';
import { useHost } from '../host/host';

export function Hydrated() {
  const { onHydrated } = useHost();
  useEffect(() => void onHydrated?.(), [onHydrated]);
  return null;
}
