import { bookingZone, formatStart, useAction, useIsBefore, useShell } from '@carry/remote-kit';
import { Banner, Button } from '@carry/ui';
import { useEffect, useState } from 'react';
import { declineSuggestion, moveSession } from './api';
import { FINAL, getDeadline } from './deadline';
import styles from './sessions.module.css';
import { useIsSuggestionOpen } from './use-open';
import { useRefusal } from './use-refusal';
import type { SessionChanges } from './use-session-changes';

/** Takes the focus if the button that had it is gone. */
const focusIfLost = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};

interface Ended {
  /** Start of the session (ISO 8601) at that time. */
  session_time: string | null | undefined;
  note: string;
}

export function Suggestion({ changes }: { changes: SessionChanges }) {
  const { session } = changes;
  const start = session.suggested_time;
  const isOpen = useIsSuggestionOpen(session);
  const [ended, setEnded] = useState<Ended | null>(null);
  useEffect(() => {
    if (isOpen) setEnded(null); // a newer suggestion
  }, [isOpen]);
  if (start && isOpen)
    return (
      <OpenSuggestion
        changes={changes}
        start={start}
        replacesNote={ended !== null}
        onEnd={(note) => {
          setEnded({ session_time: session.session_time, note });
          changes.suggestionEnded();
        }}
      />
    );
  const isCurrent = ended?.session_time === session.session_time && session.status === 'confirmed';
  if (!ended || !isCurrent) return null;
  return (
    <Banner tone="info" className={styles.suggestion}>
      <p ref={focusIfLost} role="status" tabIndex={-1}>
        {ended.note}
      </p>
    </Banner>
  );
}

interface OpenSuggestionProps {
  changes: SessionChanges;
  start: string;
  /** True while it takes the place of a note, which may have had the focus. */
  replacesNote: boolean;
  onEnd(note: string): void;
}

function OpenSuggestion({ changes, start, replacesNote, onEnd }: OpenSuggestionProps) {
  const { session } = changes;
  const { coach_name, suggested_until } = session;
  const clock = { timeZone: bookingZone(session.time_zone), hourCycle: 'h23' } as const;
  const { deadline, isFinal, accept, decline } = useAnswers({ changes, start, onEnd });
  return (
    <Banner tone="info" className={styles.suggestion} role="group" aria-label="Suggested time">
      <p ref={replacesNote ? focusIfLost : undefined} tabIndex={-1}>
        <bdi>{coach_name ?? 'Your coach'}</bdi> suggests{' '}
        <strong>{formatStart(start, clock)}</strong> instead.
      </p>
      <p className={styles.until}>
        Someone else can still book this time until you accept.{' '}
        {suggested_until && `Accept by ${formatStart(suggested_until, clock)}. `}
        {isFinal && FINAL}
        {deadline && !isFinal && `Free to move or cancel until ${formatStart(deadline, clock)}.`}
      </p>
      <div className={styles.actions}>
        <Button busy={accept.busy} busyLabel="Moving..." onClick={() => void accept.run()}>
          Move to this time
        </Button>
        <Button
          variant="quiet"
          busy={decline.busy}
          busyLabel="Declining..."
          onClick={() => void decline.run()}
        >
          Keep current time
        </Button>
      </div>
    </Banner>
  );
}

function useAnswers({ changes, start, onEnd }: Omit<OpenSuggestionProps, 'replacesNote'>) {
  const { api, notify } = useShell();
  const { session, moved, reload } = changes;
  const zone = bookingZone(session.time_zone);
  const deadline = getDeadline(session, start);
  const isChangeable = useIsBefore(session.move_until);
  const staysChangeable = useIsBefore(deadline);
  const isFinal = deadline !== null && !staysChangeable;
  const fail = useRefusal(reload);
  const accept = useAction(async () => {
    const labels = { confirm: 'Move session', cancel: 'Keep current time' };
    const isLoss = isChangeable && isFinal;
    if (isLoss && !(await notify.confirm('Move to this time?', FINAL, labels))) return;
    try {
      const move = { session_time: start, time_zone: zone, suggested: true };
      moved(await moveSession(api, session.id, move), zone);
    } catch (error) {
      if (await fail('Failed to move the session', error)) onEnd('Your session stays as it is.');
    }
  });
  const decline = useAction(async () => {
    try {
      await declineSuggestion(api, session.id, start);
      onEnd("You're keeping the current time.");
    } catch (error) {
      await fail("We couldn't tell your coach.", error);
    }
  });
  return { deadline, isFinal, accept, decline };
}
