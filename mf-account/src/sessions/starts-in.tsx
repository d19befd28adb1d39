import { countdown, getHeldMinutes, useTime } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { Figures } from '@carry/ui';
import { useCallback } from 'react';
import styles from './sessions.module.css';

/** Counts down by the server's clock, once a minute. */
export function StartsIn({ session, label = 'Next session' }: StartsInProps) {
  const { status, session_time } = session;
  const minutes = getHeldMinutes(session);
  const countdownText = useTime(
    useCallback(
      (now: number) => {
        const start = Date.parse(session_time ?? '');
        if (status !== 'confirmed' || Number.isNaN(start)) return '';
        const isOn = now >= start && now < start + minutes * 60_000;
        return isOn ? 'Happening now' : now < start ? countdown(start, now) : '';
      },
      [status, session_time, minutes],
    ),
  );
  return countdownText === '' ? null : (
    <p className={styles.soon}>
      <span>{label}</span> {countdownText && <Figures text={countdownText} />}
    </p>
  );
}

interface StartsInProps {
  session: MySession;
  label?: string;
}
