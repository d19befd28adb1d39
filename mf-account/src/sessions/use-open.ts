import { useIsBefore, useTime } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { useCallback, useEffect, useEffectEvent } from 'react';

const RELOAD_AFTER_MS = 2000;
const RELOAD_EVERY_MS = 60_000;

export function useIsSuggestionOpen(session: MySession): boolean {
  const { status, session_time, suggested_time, suggested_until } = session;
  const isAhead = useIsBefore(session_time);
  const isOpen = useIsBefore(suggested_until ?? suggested_time);
  return status === 'confirmed' && isAhead && Boolean(suggested_time) && isOpen;
}

/** Returns whether a booking has begun, or has no time, while it can be neither cancelled nor refunded yet. */
export function useIsBeforeGuarantee(session: MySession): boolean {
  const { status, session_time, cancel_until, refund_until, refund = 'none' } = session;
  const isBound = useTime(
    useCallback(
      (now: number) =>
        !(now < Date.parse(session_time ?? '')) && !(now < Date.parse(cancel_until ?? '')),
      [session_time, cancel_until],
    ),
  );
  return isBound === true && status === 'confirmed' && refund === 'none' && !refund_until;
}

/** Loads a session again from the start of its guarantee until the server has set its end, as after the automatic completion. */
export function useGuaranteeReload(session: MySession, reload: () => void): void {
  const isBefore = useIsBeforeGuarantee(session);
  const isEarly = useIsBefore(session.refund_from);
  const waits = isBefore && !isEarly && Boolean(session.refund_from);
  const loadAgain = useEffectEvent(reload);
  useEffect(() => {
    if (!waits) return;
    const first = setTimeout(() => loadAgain(), RELOAD_AFTER_MS); // clocks differ by some ms
    const timer = setInterval(() => document.hidden || loadAgain(), RELOAD_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [waits]);
}

/** Returns whether the student can no longer change a session that is ahead. */
export function useIsTooLate(session: MySession): boolean {
  const { status, session_time, cancel_until } = session;
  const isSuggestionOpen = useIsSuggestionOpen(session);
  const isLate = useTime(
    useCallback(
      (now: number) =>
        status === 'confirmed' &&
        now >= Date.parse(cancel_until ?? '') &&
        now < Date.parse(session_time ?? ''),
      [status, session_time, cancel_until],
    ),
  );
  return isLate === true && !isSuggestionOpen;
}
