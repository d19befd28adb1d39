import { Form, textOf, useForm, useShell, useStored } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import { Button, Card, TextField } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { isConflict, useRefusal } from '../console/refusal';
import { refundBooking } from './api';
import styles from './bookings.module.css';

const AMOUNT = /^\d{1,6}([.,]\d{1,2})?$/;

interface PartialRefundProps {
  id: number;
  /** In USD. */
  refunded: number;
  /** The rest of the payment, in USD. */
  rest: number;
}

export function PartialRefund({ id, refunded, rest }: PartialRefundProps) {
  const { api, notify } = useShell();
  const { revalidate } = useRevalidator();
  const refuse = useRefusal();
  const markSaved = useStored('partial-refund', refunded);
  const form = useForm<'amount'>('partial-refund', async (values) => {
    const text = textOf(values, 'amount').trim();
    const amount = AMOUNT.test(text) ? Number(text.replace(',', '.')) : 0;
    if (amount <= 0) return { errors: { amount: 'Please enter an amount such as 12.50.' } };
    if (amount >= rest)
      return { errors: { amount: `Please enter less than ${formatDollars(rest)}.` } };
    let detail: string;
    try {
      ({ detail } = await refundBooking(api, id, { amount, refunded }));
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
      <h2>Refund a part</h2>
      <Form of={form} guarded>
        <TextField
          {...form.field('amount')}
          label="Amount in USD"
          hint={`Less than ${formatDollars(rest)}. The booking stays, and both sides get an email. You can't undo this.`}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <Button type="submit" variant="danger" busy={form.busy} busyLabel="Refunding...">
          Refund this amount
        </Button>
      </Form>
    </Card>
  );
}
