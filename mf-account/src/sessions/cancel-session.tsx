import { bookingZone, useAction, useIsBefore, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatDate } from '@carry/remote-kit/format';
import { Button } from '@carry/ui';
import { cancelSession } from './api';
import { formatRest } from './money';
import styles from './sessions.module.css';
import { useRefusal } from './use-refusal';

const formatDeadline = (moment: string, zone: string) =>
  formatDate(Date.parse(moment), {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

export interface CancelSessionProps {
  session: MySession;
  onDone(): void;
  onRefused(): void;
}

export function CancelSession({ session, onDone, onRefused }: CancelSessionProps) {
  const { api, notify } = useShell();
  const fail = useRefusal(onRefused);
  const { run, busy } = useAction(async () => {
    try {
      await cancelSession(api, session.id);
      onDone();
    } catch (error) {
      await fail('Failed to cancel the session', error);
    }
  });
  const open = useIsBefore(session.cancel_until);
  if (session.status !== 'confirmed' || !open || !session.cancel_until) return null;
  const cancel = async () => {
    const consequences = `This cancels your session. You get ${formatRest(session)} back, and we'll email you a confirmation. You can't undo this.`;
    if (
      !(await notify.confirm(
        `Cancel your session with ${session.coach_name ?? 'your coach'}?`,
        consequences,
        { confirm: 'Cancel session', cancel: 'Keep session' },
      ))
    )
      return;
    await run();
  };
  return (
    <>
      <Button variant="danger" busy={busy} busyLabel="Cancelling..." onClick={() => void cancel()}>
        Cancel session
      </Button>
      <span className={styles.until}>
        Free until {formatDeadline(session.cancel_until, bookingZone(session.time_zone))}
      </span>
    </>
  );
}
