import { formatDate, formatDollars, formatZone } from '@carry/remote-kit/format';
import type { Earnings, Sums } from '@carry/remote-kit/own-answers';
import { Card, DataTable } from '@carry/ui';

const columns: [name: keyof Sums, title: string][] = [
  ['paid', 'Paid by students'],
  ['commission', 'Commission'],
  ['refunded', 'Refunded'],
  ['paid_out', 'Paid out'],
  ['pending', 'Pending'],
];

const dollars = (cents: number) => formatDollars(cents / 100);

const amounts = (sums: Sums) => columns.map(([name]) => dollars(sums[name]));

const monthName = (month: string) =>
  formatDate(new Date(`${month}-01T00:00:00Z`), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const Months = ({ data: { months, total, time_zone } }: { data: Earnings }) => (
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
