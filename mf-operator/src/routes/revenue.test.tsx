import { asOtherServer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { recordFiles } from '../../test/saved-files';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const nothing = {
  ...{ bookings: 0, paid: 0, refunded: 0, commission: 0, paid_out: 0, pending: 0 },
  tax: null,
};
const first = { ...nothing, bookings: 2, paid: 50.1, commission: 7.51, paid_out: 42.59 };
const second = {
  ...{ ...nothing, bookings: 2, paid: 115.2, refunded: 12.5 },
  ...{ commission: 1.9, paid_out: 21.42, pending: -10.62 },
};
const vex = { ...nothing, coach_id: 2, coach: '=Vex, "Jr"', bookings: 1, paid: 90 };
const nova = { ...nothing, coach_id: 1, coach: 'Nova', bookings: 3, paid: 75.3, refunded: 12.5 };

const WEEKS = 'GET /api/operator/revenue/weeks/';
const COACHES = 'GET /api/operator/revenue/coaches/';
const EXPORT = 'GET /api/operator/revenue/export/';

const revenue = {
  weeks: [
    { week: '2026-11-16', ...first },
    { week: '2026-11-23', ...second },
  ],
  failed_payouts: [] as object[],
  ledger_years: [2027, 2026, 2025, 2024],
};

const open = (
  weeks: object = revenue,
  { coaches = [vex, nova] as object[], query = '', answers = {} } = {},
) =>
  openPage(remote, `/operator/revenue${query}`, {
    ...signedIn,
    answers: { [WEEKS]: () => weeks, [COACHES]: () => coaches, ...answers },
  });

test('shows weeks and coaches in tables', async () => {
  await open();
  const rows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map(({ children }) => [...children].map(({ textContent }) => textContent));
  expect(rows('Revenue by week')).toEqual([
    ['Week of', 'Bookings', 'Paid', 'Refunded', 'Kept', 'Commission', 'Paid out', 'Pending'],
    ['Nov 16', '2', '$50.10', '$0.00', '$50.10', '$7.51', '$42.59', '$0.00'],
    ['Nov 23', '2', '$115.20', '$12.50', '$102.70', '$1.90', '$21.42', '-$10.62'],
  ]);
  expect(rows('Revenue by coach').slice(1)).toEqual([
    ['=Vex, "Jr"', '1', '$90.00', '$0.00', '$90.00', '$0.00', '$0.00', '$0.00'],
    ['Nova', '3', '$75.30', '$12.50', '$62.80', '$0.00', '$0.00', '$0.00'],
  ]);
});

const withTax = (...taxes: (number | null)[]) => ({
  ...revenue,
  weeks: revenue.weeks.map((week, index) => ({ ...week, tax: taxes[index] ?? null })),
});

test('shows the tax in what was kept', async () => {
  await open(withTax(8, 2.03), { coaches: [vex, { ...nova, tax: 10.03 }] });
  const taxes = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map(({ lastElementChild }) => lastElementChild?.textContent);
  expect(taxes('Revenue by week')).toEqual(['Tax', '$8.00', '$2.03']);
  expect(taxes('Revenue by coach')).toEqual(['Tax', '–', '$10.03']);
  expect(screen.getByText(/^Tax is the tax included in/)).toBeTruthy();
});

test.each([
  [[0, 0], 'Your prices include no tax.'],
  [[null, null], 'No tax rate is set for this site, so no tax is shown.'],
])('explains a missing tax column of %j', async (taxes, words) => {
  await open(withTax(...taxes));
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Tax' })).toBeNull();
});

test('leaves out weeks without payments', async () => {
  await open({ ...revenue, weeks: [{ week: '2026-11-09', ...nothing }, ...revenue.weeks] });
  const table = within(screen.getByRole('table', { name: 'Revenue by week' }));
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Nov 16',
    'Nov 23',
  ]);
  cleanup();
  await open({ ...revenue, weeks: [{ week: '2026-11-09', ...nothing }] }, { coaches: [] });
  expect(screen.getAllByText('No payments in these weeks.')).toHaveLength(2);
});

test('shows 100 coaches a page and draws the first 12', async () => {
  const coaches = Array.from({ length: 100 }, (_, index) => ({
    ...nova,
    ...{ coach_id: index + 1, coach: `Coach ${index + 1}` },
  }));
  const { recorded } = await open(revenue, { coaches, query: '?weeks=26&after=7' });
  expect(recorded.calls.map(({ call }) => call)).toContainEqual(
    expect.stringMatching(/revenue\/coaches\/\?zone=.*&weeks=26&after=7$/),
  );
  const table = within(screen.getByRole('table', { name: 'Revenue by coach' }));
  expect(table.getAllByRole('rowheader')).toHaveLength(100);
  expect(document.querySelectorAll('figure')[1]?.querySelectorAll('rect')).toHaveLength(24);
  const more = screen.getByRole('link', { name: 'Show more coaches' });
  expect(more.getAttribute('href')).toMatch(/\?weeks=26&after=100$/);
  const longer = screen.getByRole('link', { name: '52 weeks' });
  expect(longer.getAttribute('href')).toMatch(/\?weeks=52$/);
  cleanup();
  await open(revenue, { coaches: [], query: '?after=100' });
  expect(screen.getByText('No more coaches.')).toBeTruthy();
});

test('draws bars on a scale that reaches above the highest', async () => {
  await open();
  const chart = document.querySelector('figure');
  const texts = (selector: string) =>
    [...(chart?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);
  expect(texts('text')).toEqual(['$0', '$50', '$100', '$150']);
  expect(texts('rect')).toEqual([
    'Nov 16: $50.10 kept',
    'Nov 23: $102.70 kept',
    'Nov 16: $0.00 refunded',
    'Nov 23: $12.50 refunded',
  ]);
  const bars = [...(chart?.querySelectorAll('rect') ?? [])].map((bar) =>
    ['x', 'y', 'height'].map((name) => Math.round(Number.parseFloat(bar.getAttribute(name) ?? ''))),
  );
  expect(bars).toEqual([
    [3, 67, 33],
    [19, 32, 68],
    [3, 67, 0],
    [19, 23, 8],
  ]);
  expect(chart?.querySelector('[style]')).toBeNull();
});

test.each([
  ['', '12', '12 weeks'],
  ['?weeks=26', '26', '26 weeks'],
  ['?weeks=52', '52', '52 weeks'],
  ['?weeks=7', '12', undefined],
])('reads the weeks of the address "%s"', async (query, weeks, current) => {
  const { recorded } = await open(revenue, { query });
  const [{ call = '' } = {}] = recorded.calls;
  expect(new URLSearchParams(call.split('?')[1]).get('weeks')).toBe(weeks);
  const period = within(screen.getByRole('navigation', { name: 'Period' }));
  expect(period.queryByRole('link', { current: true })?.textContent).toBe(current);
  const names = period.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names).toEqual(['12 weeks', '26 weeks', '52 weeks']);
});

test.each([
  ['month', 'Month', ['Nov 2025', 'Nov 2026'], 'Months follow your time zone.'],
  ['year', 'Year', ['2025', '2026'], 'Years follow your time zone.'],
])('groups the revenue by %s', async (by, head, labels, note) => {
  const days = by === 'month' ? ['2025-11-01', '2026-11-01'] : ['2025-01-01', '2026-01-01'];
  const weeks = [
    { week: days[0], ...first },
    { week: days[1], ...second },
  ];
  const { recorded } = await open(
    { ...revenue, by, weeks },
    { query: `?by=${by}&weeks=26&after=7` },
  );
  for (const { call } of recorded.calls) expect(call).toMatch(new RegExp(`&by=${by}&`));
  const table = within(screen.getByRole('table', { name: `Revenue by ${by}` }));
  expect(table.getAllByRole('columnheader')[0]?.textContent).toBe(head);
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(labels);
  expect(screen.getByText(new RegExp(`${note} Refunds .* in the ${by} of`))).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull();
  const groups = within(screen.getByRole('navigation', { name: 'Group by' }));
  expect(groups.getByRole('link', { current: true }).textContent).toBe(head);
  const week = groups.getByRole('link', { name: 'Week' });
  expect(week.getAttribute('href')).toMatch(/\?weeks=26$/);
});

test('shows weeks of an API that has no months', async () => {
  await open(revenue, { query: '?by=month' });
  expect(screen.getByRole('table', { name: 'Revenue by week' })).toBeTruthy();
});

test('downloads the weeks of the page as CSV', async () => {
  const files = recordFiles();
  const { router, recorded } = await open(revenue, {
    answers: {
      [WEEKS]: (_: unknown, __: unknown, query: string) =>
        query.endsWith('weeks=52')
          ? { ...revenue, weeks: [{ week: '2025-12-01', ...first }, ...revenue.weeks] }
          : revenue,
      [EXPORT]: () => asOtherServer(new Blob(['week\r\n'])),
    },
  });
  fireEvent.click(screen.getByRole('link', { name: '52 weeks' }));
  expect(await screen.findByRole('rowheader', { name: 'Dec 1' })).toBeTruthy();
  expect(router.state.location.search).toBe('?weeks=52');
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await vi.waitFor(async () => expect(await files()).toHaveLength(1));
  const [[name] = []] = await files();
  expect(name).toBe('revenue-2025-12-01-to-2026-11-23.csv');
  expect(recorded.calls.at(-1)?.call).toMatch(/^GET .*revenue\/export\/\?zone=.*&weeks=52$/);
});

const shownYears = () =>
  screen
    .getAllByRole('button', { name: /^Download the ledger of/ })
    .map(({ textContent }) => textContent?.slice(-4));

test('downloads the ledger of a year', async () => {
  const LEDGER = 'GET /api/operator/ledger/export/';
  const files = recordFiles();
  const answers = { [LEDGER]: () => asOtherServer(new Blob(['entry\r\n'])) };
  const { recorded } = await open(revenue, { answers });
  expect(shownYears()).toEqual(['2027', '2026', '2025', '2024']);
  fireEvent.click(screen.getByRole('button', { name: 'Download the ledger of 2025' }));
  await vi.waitFor(async () => expect(await files()).toHaveLength(1));
  const [[name] = []] = await files();
  expect(name).toBe('ledger-2025.csv');
  expect(recorded.calls.at(-1)?.call).toBe(`${LEDGER}?from=2025-01-01&to=2025-12-31`);
});

test('downloads the ledger of any days', async () => {
  const LEDGER = 'GET /api/operator/ledger/export/';
  const files = recordFiles();
  const answers = { [LEDGER]: () => asOtherServer(new Blob(['entry\r\n'])) };
  const { recorded } = await open(revenue, { answers });
  const download = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Download these days' }));
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill('First day', '2026-10-05');
  fill('Last day', '2026-10-04');
  download();
  expect((await screen.findAllByText('Please choose the first day or a later one.')).length).toBe(
    1,
  );
  fill('Last day', '2026-10-05');
  download();
  await vi.waitFor(async () => expect(await files()).toHaveLength(1));
  const [[name] = []] = await files();
  expect(name).toBe('ledger-2026-10-05-to-2026-10-05.csv');
  expect(recorded.calls.at(-1)?.call).toBe(`${LEDGER}?from=2026-10-05&to=2026-10-05`);
});

test.each([
  ['2026-11-23', ['2026', '2025']],
  ['2026-12-28', ['2027', '2026']],
])('offers two years if the API lists none, in week %s', async (week, years) => {
  const { ledger_years: _, ...earlier } = revenue;
  await open({ ...earlier, weeks: [{ week, ...second }] });
  expect(shownYears()).toEqual(years);
});

test('offers no ledger before the first payment', async () => {
  await open({ ...revenue, ledger_years: [] });
  expect(screen.queryByRole('heading', { name: 'Books' })).toBeNull();
});

test('explains a failed download', async () => {
  const { recorded } = await open(revenue, {
    answers: {
      [EXPORT]: () => {
        throw new Error('the connection was lost');
      },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await vi.waitFor(() => expect(recorded.alerts).toHaveLength(1));
});

test('labels some of many weeks, always the last one', async () => {
  const monday = (index: number) =>
    new Date(Date.UTC(2025, 11, 1 + 7 * index)).toISOString().slice(0, 10);
  const labels = async (count: number, by = 'week') => {
    const weeks = Array.from({ length: count }, (_, index) => ({
      week: monday(index),
      ...nothing,
    }));
    await open({ by, weeks, failed_payouts: [] }, { coaches: [] });
    const spans = [...document.querySelectorAll('figure .labels span')];
    const shown = (hidden: string) =>
      spans.flatMap(({ classList }, index) => (classList.contains(hidden) ? [] : [index]));
    const found = { wide: shown('hiddenWide'), narrow: shown('hiddenNarrow') };
    cleanup();
    return found;
  };
  expect((await labels(12)).wide).toHaveLength(12);
  expect((await labels(12)).narrow).toEqual([3, 7, 11]);
  expect(await labels(52)).toEqual({
    wide: [3, 11, 19, 27, 35, 43, 51],
    narrow: [15, 33, 51],
  });
  expect((await labels(24, 'month')).narrow).toEqual([11, 23]); // longer
});

test('lists failed payouts of transfers and banks', async () => {
  await open();
  expect(screen.queryByRole('heading', { name: 'Failed payouts' })).toBeNull();
  cleanup();
  const payout = { coach_id: 7, coach: 'Nova', booking_id: 12, amount: 63.76, reason: null };
  await open({
    ...revenue,
    failed_payouts: [
      payout,
      { ...payout, booking_id: null, amount: null, reason: 'The bank account has been closed' },
    ],
  });
  const table = within(screen.getByRole('table', { name: 'Failed payouts that are still open' }));
  const rows = table.getAllByRole('row').map(({ children }) => [...children]);
  expect(rows.map((cells) => cells.map(({ textContent }) => textContent)).slice(1)).toEqual([
    ['Nova', 'Booking 12', '$63.76', "The transfer to the coach's account failed. We keep trying."],
    ['Nova', '–', '–', 'The bank returned the payout: The bank account has been closed'],
  ]);
  const addresses = table.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toEqual([
    '/operator/coaches/7',
    '/operator/bookings/12',
    '/operator/coaches/7',
  ]);
});
