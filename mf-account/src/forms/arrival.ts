import { useIsClientRender } from '@carry/ui';
import { useLocation } from 'react-router-dom';

/** Navigation state of these pages. A URL would put the address into logs and referrers. */
export interface Arrival {
  email: string;
  /** The server has sent the verification email and can send it again. */
  canResend: boolean;
  /** The server refused the session of a private page. */
  isRefused: boolean;
}

/** Returns the navigation state; empty on the server and during hydration. */
export function useArrival(): Partial<Arrival> {
  const state: unknown = useLocation().state;
  const isNew = useIsClientRender();
  if (!isNew || typeof state !== 'object' || state === null) return {};
  const { email, canResend, isRefused }: Partial<Record<keyof Arrival, unknown>> = state;
  return {
    ...(typeof email === 'string' && { email }),
    canResend: canResend === true,
    isRefused: isRefused === true,
  };
}
