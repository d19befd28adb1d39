import type { DayNumbers, RemoteDetails, SiteDay, Unavailable } from '@carry/contracts/console';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closePages, openPage, remoteDetails } from '../../test/console-page';
import { Day } from './day';

const NOW = Date.parse('2026-11-27T12:10:00Z');
const SLOT_MINUTES = 30;

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(async () => {
  vi.restoreAllMocks();
  await closePages();
});

/** Numbers of a slot that began these minutes before the current one. */
const slot = (minutesAgo: number, more: Partial<DayNumbers> = {}): DayNumbers => ({
  at: new Date(Date.parse('2026-11-27T12:00:00Z') - minutesAgo * 60_000).toISOString(),
  ...{ used: 100, failed: 0, rendered: 10, renderFailed: 0, LCP: 900, INP: 80, render: 12 },
  ...more,
});

const day: SiteDay = {
  ...{ shared: true, slotMinutes: SLOT_MINUTES, sites: [] },
  releases: [
    { remote: 'mf-booking', version: '1.0.0-first', slots: [slot(600)] },
    { remote: 'mf-booking', version: '1.1.0-before', slots: [slot(300, { LCP: 1100 })] },
    {
      remote: 'mf-booking',
      version: '1.3.0-next',
      slots: [slot(30, { failed: 25, LCP: null }), slot(0, { LCP: 2500, used: 0, INP: null })],
    },
    { remote: 'mf-booking', version: '1.2.0-live', slots: [slot(30)] },
    { remote: 'mf-booking', version: '0.9.0-oldest', slots: [slot(1200)] },
    { remote: 'mf-account', version: '2.0.0-other', slots: [slot(0)] },
  ],
};

const open = async (document: SiteDay | Unavailable, more: Partial<RemoteDetails> = {}) => {
  const canary = { version: '1.3.0-next', percent: 5, takenBack: false };
  const remote = remoteDetails({ canary, ...more });
  return (await openPage(<Day remote={remote} />, { documents: { '/day': document } })).element;
};
const getTexts = (element: ParentNode, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) =>
    textContent?.replaceAll('\u00a0', ' '),
  );

/** Returns the table of a chart, by rows. */
function getTable(element: HTMLElement, title: string) {
  const table = element.querySelector(`[aria-label="Table of ${title}"] table`);
  return [...(table?.querySelectorAll('tr') ?? [])].map((row) => getTexts(row, 'th, td'));
}

test('orders the live release, the canary, then the latest earlier ones', async () => {
  const element = await open(day);
  expect(getTexts(element, 'ul[aria-label="Releases in the charts"] li')).toEqual([
    '1.2.0-livelive',
    '1.3.0-nextcanary',
    '1.1.0-beforeearlier',
    '1.0.0-firstearlier',
  ]);
});

test('shows the values of each release at its time', async () => {
  const element = await open(day);
  const clock = (minutesAgo: number) =>
    new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      Date.parse(slot(minutesAgo).at),
    );
  expect(getTable(element, 'LCP')).toEqual([
    ['Time', '1.2.0-live', '1.3.0-next', '1.1.0-before', '1.0.0-first'],
    [clock(0), '–', '2.5 s', '–', '–'],
    [clock(30), '900 ms', '–', '–', '–'],
    [clock(300), '–', '–', '1.1 s', '–'],
    [clock(600), '–', '–', '–', '900 ms'],
  ]);
  expect(getTable(element, 'Pages that failed').slice(1, 2)).toEqual([
    [clock(30), '0 %', '25 %', '–', '–'],
  ]);
  expect(getTable(element, 'Server render').slice(1, 2)).toEqual([
    [clock(0), '–', '12 ms', '–', '–'],
  ]);
  expect(element.textContent).toContain('in slots of 30 minutes, of all sites.');
});

test('has the lines of the charts in the order of the legend', async () => {
  const element = await open(day);
  const keys = [...element.querySelectorAll('li path')].map((path) => path.getAttribute('class'));
  expect(keys).toEqual(['key0', 'key1', 'key2', 'key3']);
  const [failures] = [...element.querySelectorAll('figure')];
  const lines = [...(failures?.querySelectorAll('.lines path') ?? [])];
  const classes = lines.map((path) => /line\d/.exec(path.getAttribute('class') ?? '')?.[0]);
  expect(classes).toEqual(['line0', 'line1', 'line2', 'line3']);
});

test('explains why there is no chart', async () => {
  expect((await open({ ...day, releases: [] })).textContent).toBe(
    'No page has used it in the last 24 hours.',
  );
  const unavailable = 'No numbers: the site did not report its status.';
  expect((await open({ unavailable })).textContent).toBe(unavailable);
});
