import { useTime } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { useCallback } from 'react';

/** Returns whether the server's clock is before an ISO 8601 time; false if the time is missing or invalid. */
export const useIsBefore = (until: string | undefined): boolean =>
  useTime(useCallback((now: number) => until !== undefined && now < Date.parse(until), [until])) ??
  false;

export const useIsTooLate = ({ status, session_time, cancel_until }: MySession): boolean =>
  useTime(
    useCallback(
      (now: number) =>
        status === 'confirmed' &&
        now >= Date.parse(cancel_until ?? '') &&
        now < Date.parse(session_time ?? ''),
      [status, session_time, cancel_until],
    ),
  ) ?? false;
