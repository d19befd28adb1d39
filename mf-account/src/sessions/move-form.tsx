import { browserZone, Form, isApiError, textOf, useForm, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatDate } from '@carry/remote-kit/format';
import type { MovedSession } from '@carry/remote-kit/own-answers/account';
import { Button, FieldError } from '@carry/ui';
import { moveSession } from './api';
import styles from './move.module.css';
import { useOtherTimes } from './use-other-times';

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

export interface MoveFormProps {
  session: MySession;
  /** Time zone of the page; default: the browser's. */
  zone?: string | undefined;
  onDone(moved: MovedSession): void;
  onCancel(): void;
}

export function MoveForm({ session, zone = browserZone(), onDone, onCancel }: MoveFormProps) {
  const { api, notify } = useShell();
  const times = useOtherTimes(session);
  const form = useForm<'start'>(`move-${session.id}`, async (values) => {
    const start = textOf(values, 'start');
    if (!start) return { errors: { start: 'Please choose a new time.' } };
    try {
      onDone(await moveSession(api, session.id, start, zone));
    } catch (error) {
      await notify.alert(
        'Failed to move the session',
        (isApiError(error) && error.detail) || undefined,
      );
    }
    return undefined;
  });
  const { id, error, alert } = form.field('start');
  return (
    <Form of={form} className={styles.form}>
      <p>
        Length and price stay the same. We'll let your coach know. Times are in your time zone,{' '}
        {zone}.
      </p>
      <div
        id={id}
        tabIndex={-1}
        className={styles.days}
        role="radiogroup"
        aria-labelledby={`${id}-title`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-required
      >
        <p id={`${id}-title`} className={styles.title}>
          New time
        </p>
        {groupByDay(times.starts, zone).map(({ day, starts }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
          <div key={day} role="group" aria-label={day} className={styles.day}>
            <p aria-hidden="true">{day}</p>
            <div className={styles.times}>
              {starts.map((start) => (
                <label key={start}>
                  <input
                    type="radio"
                    id={`${id}-${Date.parse(start)}`}
                    name="start"
                    value={start}
                  />
                  <span>{formatDate(Date.parse(start), { timeZone: zone, ...CLOCK })}</span>
                </label>
              ))}
            </div>
          </div>
        ))}
        <FieldError id={id} error={error} alert={alert} />
      </div>
      <p role="status" className={styles.state}>
        {getStatusText(times)}
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy} busyLabel="Moving...">
          Move to this time
        </Button>
        {times.loadMore && (
          <Button variant="quiet" onClick={times.loadMore}>
            {times.state === 'failed' ? 'Retry' : 'Show later times'}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Keep current time
        </Button>
      </div>
    </Form>
  );
}

function getStatusText({
  state,
  problem,
  starts,
  loadMore,
}: ReturnType<typeof useOtherTimes>): string {
  if (state === 'loading') return 'Loading times...';
  if (state === 'failed') return problem ?? "We couldn't load the times.";
  if (starts.length > 0) return '';
  return loadMore ? 'No other times this week.' : 'Your coach has no other times.';
}

/** Groups start times by local day. */
function groupByDay(starts: string[], zone: string): { day: string; starts: string[] }[] {
  const days = new Map<string, string[]>();
  for (const start of starts) {
    const instant = Date.parse(start);
    if (Number.isNaN(instant)) continue;
    const day = formatDate(instant, { timeZone: zone, ...DAY });
    days.set(day, [...(days.get(day) ?? []), start]);
  }
  return [...days].map(([day, starts]) => ({ day, starts }));
}
