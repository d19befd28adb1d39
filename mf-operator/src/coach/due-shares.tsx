import { Form, textOf, useForm, useShell } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import { Button, Card, TextField } from '@carry/ui';
import { Note } from '../console/parts';
import { useRefusal } from '../console/refusal';
import { getDueShares, recordPayouts } from './api';
import styles from './coach.module.css';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** End of a day in the zone of the device; null if it is no day. */
function parseEnd(day: string): string | null {
  if (!DAY.test(day)) return null;
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** Records payouts to a coach that no transfer made. */
export function DueShares({ id }: { id: number }) {
  const { api, notify } = useShell();
  const refuse = useRefusal();
  const form = useForm<'until'>(`due-shares-${id}`, async (values) => {
    const until = parseEnd(textOf(values, 'until').trim());
    if (!until) return { errors: { until: 'Please choose a date.' } };
    try {
      const { amount, bookings } = await getDueShares(api, id, until);
      if (bookings === 0) return { errors: { until: 'Nothing is due until then.' } };
      const question = `Did you pay the coach ${formatDollars(amount)} another way?`;
      const note = `It's their share of ${bookings} ${bookings === 1 ? 'booking' : 'bookings'}. No money moves. You can't undo this.`;
      if (!(await notify.confirm(question, note))) return undefined;
      notify.toast((await recordPayouts(api, id, { until, amount })).detail);
    } catch (failure) {
      return { error: refuse(failure) };
    }
    return undefined;
  });
  return (
    <Card className={styles.who}>
      <h2>Payouts by hand</h2>
      <Note>Record what you paid the coach yourself, and we won't transfer it.</Note>
      <Form of={form}>
        <TextField
          {...form.field('until')}
          label="Completed or delivered up to"
          hint="Only sessions whose guarantee has ended, without disputed ones."
          type="date"
          required
        />
        <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Checking...">
          Record payouts
        </Button>
      </Form>
    </Card>
  );
}
