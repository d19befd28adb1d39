import { Form, textOf, useForm, useShell, useStored } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import { Button, Card, TextField } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { isConflict, useRefusal } from '../console/refusal';
import { refundBooking, settleRefund } from './api';
import styles from './bookings.module.css';

const AMOUNT = /^\d{1,9}([.,]\d{1,2})?$/;

const acts = {
  refund: {
    heading: 'Refund a part',
    label: 'Amount in USD',
    hint: (most: string, failed: string) =>
      `Less than ${most}.${failed && ` It first covers the ${failed} we couldn't refund.`} The booking stays, and both sides get an email. You can't undo this.`,
    button: 'Refund this amount',
    busyLabel: 'Refunding...',
    isTooMuch: (amount: number, most: number) => amount >= most,
    refusal: (most: string) => `Please enter less than ${most}.`,
    send: refundBooking,
  },
  settle: {
    heading: 'Refunded another way',
    label: 'Amount you paid back in USD',
    hint: (most: string, failed: string) =>
      `We couldn't refund ${failed}, and the coach's payout waits. Up to ${most}. No money moves, and the student gets an email. You can't undo this.`,
    button: 'Record this amount',
    busyLabel: 'Recording...',
    isTooMuch: (amount: number, most: number) => amount > most,
    refusal: (most: string) => `Please enter ${most} at most.`,
    send: settleRefund,
  },
};

interface PartialRefundProps {
  act: keyof typeof acts;
  id: number;
  /** In USD. */
  refunded: number;
  /** The rest of the payment, in USD. */
  rest: number;
  /** Failed refunds that are open, in USD. */
  failed?: number;
}

export function PartialRefund({ act, id, refunded, rest, failed = 0 }: PartialRefundProps) {
  const { heading, label, hint, button, busyLabel, isTooMuch, refusal, send } = acts[act];
  const { api, notify } = useShell();
  const { revalidate } = useRevalidator();
  const refuse = useRefusal();
  const name = `partial-${act}`;
  const markSaved = useStored(name, refunded);
  const form = useForm<'amount'>(name, async (values) => {
    const text = textOf(values, 'amount').trim();
    const amount = AMOUNT.test(text) ? Number(text.replace(',', '.')) : 0;
    if (amount <= 0) return { errors: { amount: 'Please enter an amount such as 12.50.' } };
    if (isTooMuch(amount, rest)) return { errors: { amount: refusal(formatDollars(rest)) } };
    let detail: string;
    try {
      ({ detail } = await send(api, id, { amount, refunded }));
    } catch (failure) {
      // after a lost response, the old `refunded` keeps a second try from refunding again
      if (isConflict(failure)) void revalidate();
      return { error: refuse(failure) };
    }
    markSaved();
    await revalidate();
    notify.toast(detail);
    return undefined;
  });
  return (
    <Card className={styles.part}>
      <h2>{heading}</h2>
      <Form of={form} guarded>
        <TextField
          {...form.field('amount')}
          label={label}
          hint={hint(formatDollars(rest), failed > 0 ? formatDollars(failed) : '')}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <Button type="submit" variant="danger" busy={form.busy} busyLabel={busyLabel}>
          {button}
        </Button>
      </Form>
    </Card>
  );
}
