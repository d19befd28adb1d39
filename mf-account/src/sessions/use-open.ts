import { useTime } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { useCallback } from 'react';

/** Whether it is before a moment (ISO 8601) by the server's clock; false for one that is not there or cannot be read. */
export const useOpen = (until: string | undefined): boolean =>
  useTime(useCallback((now: number) => until !== undefined && now < Date.parse(until), [until])) ??
  false;

/** Whether a session is still ahead and its student may not change it any more. */
export const useLate = ({ status, session_time, cancel_until }: MySession): boolean =>
  useTime(
    useCallback(
      (now: number) =>
        status === 'confirmed' &&
        now >= Date.parse(cancel_until ?? '') &&
        now < Date.parse(session_time ?? ''),
      [status, session_time, cancel_until],
    ),
  ) ?? false;
