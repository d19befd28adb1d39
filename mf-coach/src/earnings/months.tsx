import { formatDate, formatDollars } from '@carry/remote-kit/format';
import type { Earnings, Sums } from '@carry/remote-kit/own-answers/coach';
import { Card } from '@carry/ui';
import styles from './earnings.module.css';

const columns: [name: keyof Sums, title: string][] = [
  ['paid', 'Paid by students'],
  ['commission', 'Commission'],
  ['refunded', 'Refunded'],
  ['paid_out', 'Paid out'],
  ['pending', 'Pending'],
];

const dollars = (cents: number) => formatDollars(cents / 100);

const monthName = (month: string) =>
  formatDate(new Date(`${month}-01T00:00:00Z`), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Browsers keep the roles of a table whose cells are laid out as rows on small screens. */
export function Months({ data: { months, total, time_zone } }: { data: Earnings }) {
  return (
    <Card>
      <table className={styles.months}>
        <caption>Earnings by month of payment, {time_zone.replaceAll('_', ' ')} time</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {columns.map(([name, title]) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, bookings, ...sums }) => (
            <Row key={month} sums={sums}>
              {monthName(month)}
              <small>
                {bookings} booking{bookings === 1 ? '' : 's'}
              </small>
            </Row>
          ))}
        </tbody>
        <tfoot>
          <Row sums={total}>Total</Row>
        </tfoot>
      </table>
    </Card>
  );
}

const Row = ({ sums, children }: { sums: Sums; children: React.ReactNode }) => (
  <tr>
    <th scope="row">{children}</th>
    {columns.map(([name, title]) => (
      <td key={name} data-title={title}>
        {dollars(sums[name])}
      </td>
    ))}
  </tr>
);
