import { assetPath, isApiError, saveFile, useAction, useShell } from '@carry/remote-kit';
import { formatDate, formatDollars, formatZone } from '@carry/remote-kit/format';
import type { Earnings as EarningsData, Payouts, Sums } from '@carry/remote-kit/own-answers';
import { Button, Card, DataTable, State } from '@carry/ui';
import empty from '../art/empty.svg';
import { Note } from '../own/parts';
import { exportEarnings } from './api';
import styles from './earnings.module.css';
import { PayoutSetup } from './payout-setup';

const columns: [name: keyof Sums, title: string][] = [
  ['paid', 'Paid by students'],
  ['commission', 'Commission'],
  ['refunded', 'Refunded'],
  ['paid_out', 'Paid out'],
  ['pending', 'Pending'],
];

const dollars = (cents: number) => formatDollars(cents / 100);

export interface EarningsProps {
  data: { earnings: EarningsData; payouts: Payouts | null };
}

export function Earnings({ data: { earnings, payouts } }: EarningsProps) {
  const { total, months } = earnings;
  return (
    <>
      <div className={styles.figures}>
        <Figure title="Pending" cents={total.pending}>
          Your share that we haven't paid out yet.
        </Figure>
        <Figure title="Paid out" cents={total.paid_out}>
          Sent to your account.
        </Figure>
      </div>
      {payouts ? (
        <PayoutSetup payouts={payouts} />
      ) : (
        <p>We couldn't check your payouts. Please try again in a few minutes.</p>
      )}
      {months.length === 0 ? (
        <div className={styles.empty}>
          <State drawing={assetPath(empty)}>
            <p>No earnings yet. Your first paid session shows up here.</p>
          </State>
        </div>
      ) : (
        <>
          <Months data={earnings} />
          <Export />
        </>
      )}
      <Note>
        {earnings.commission_percent > 0
          ? `We keep ${earnings.commission_percent}% of each new booking. If it's refunded, so is our share.`
          : 'We take no commission on new bookings.'}{' '}
        Paid by students = commission + refunded + paid out + pending.
      </Note>
    </>
  );
}

const Figure = (props: { title: string; cents: number; children: string }) => (
  <Card>
    <h2 className={styles.title}>{props.title}</h2>
    <p className={styles.sum}>{dollars(props.cents)}</p>
    <Note>{props.children}</Note>
  </Card>
);

function Export() {
  const { api, notify } = useShell();
  const { run, busy } = useAction(async () => {
    try {
      saveFile(await exportEarnings(api), 'earnings.csv');
    } catch (error) {
      await notify.alert(
        "We couldn't export your earnings.",
        (isApiError(error) && error.detail) || 'Please try again.',
      );
    }
  });
  return (
    <p className={styles.export}>
      <Button variant="quiet" busy={busy} busyLabel="Preparing..." onClick={() => void run()}>
        Download as CSV
      </Button>
    </p>
  );
}

const amounts = (sums: Sums) => columns.map(([name]) => dollars(sums[name]));

const monthName = (month: string) =>
  formatDate(new Date(`${month}-01T00:00:00Z`), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const Months = ({ data: { months, total, time_zone } }: { data: EarningsData }) => (
  <Card>
    <DataTable
      caption={`Earnings by month of payment, ${formatZone(time_zone)} time`}
      head={['Month', ...columns.map(([, title]) => title)]}
      numeric
      rows={months.map(({ month, bookings, ...sums }) => ({
        key: month,
        cells: [
          <>
            {monthName(month)}
            <small>
              {bookings} booking{bookings === 1 ? '' : 's'}
            </small>
          </>,
          ...amounts(sums),
        ],
      }))}
      total={{ key: 'total', cells: ['Total', ...amounts(total)] }}
    />
  </Card>
);
