import { useTime } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { useCallback } from 'react';

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
