import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { Months } from './months';
import { type Page, splitPages } from './pages';
import type { Month, Timeline } from './timeline';

afterEach(cleanup);

const PAGE_ROWS = 2;
type Row = string;
type Earlier = Pick<Timeline<Row>, 'months' | 'earlier'>;
const month = (key: string, rows: Row[], isOpen = false): Month<Row> => {
  const page: Page<Row> = splitPages(rows, PAGE_ROWS);
  return { key, title: key, load: async () => page, loaded: isOpen ? page : null };
};
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const titles = () =>
  screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

/** Opens a page with months, and returns a function that shows a newer reading of them. */
async function open(first: Earlier) {
  let timeline = first;
  const List = () => {
    useLocation(); // renders again
    return (
      <Months timeline={timeline} noun="rows" className={undefined}>
        {(row) => <li key={row}>{row}</li>}
      </Months>
    );
  };
  const { router } = await openPage(
    defineRemote(() => [{ id: 'months', path: '/', Component: List }]),
    '/',
  );
  return async (next: Earlier) => {
    timeline = next;
    await act(async () => void router.navigate('?again'));
  };
}
const EARLIER: Earlier = {
  months: [month('2026-09', ['i']), month('2026-08', ['j'])],
  earlier: null,
};

test('focuses the first earlier month once all are listed', async () => {
  await open({ months: [month('2026-10', ['a'], true)], earlier: async () => EARLIER });
  screen.getByRole('button', { name: 'Show earlier months' }).focus();
  await press('Show earlier months');
  expect(titles()).toEqual(['2026-10', '2026-09', '2026-08']);
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  expect(document.activeElement?.textContent).toBe('2026-09');
});

test('focuses the last month if no earlier one is left', async () => {
  const earlier = async () => ({ months: [], earlier: null });
  await open({ months: [month('2026-10', ['a'], true), month('2026-09', ['i'])], earlier });
  screen.getByRole('button', { name: 'Show earlier months' }).focus();
  await press('Show earlier months');
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  expect(document.activeElement?.textContent).toBe('2026-09');
});

test('focuses the month that loads again', async () => {
  const pages = [async () => splitPages(['i'], PAGE_ROWS), () => Promise.reject(new Error('down'))];
  const load = async () => pages.pop()?.() ?? splitPages([], PAGE_ROWS);
  await open({ months: [{ key: '2026-09', title: '2026-09', load, loaded: null }], earlier: null });
  const fold = screen.getByText('2026-09').closest('details') as HTMLDetailsElement;
  await act(async () => {
    fold.open = true;
    fireEvent(fold, new Event('toggle'));
  });
  screen.getByRole('button', { name: 'Retry' }).focus();
  await press('Retry');
  expect(rows()).toEqual(['i']);
  expect(document.activeElement).toBe(fold.querySelector('summary'));
});

test('keeps earlier months and the length of a reloaded month', async () => {
  const october = (rows: Row[]) => ({
    months: [month('2026-10', rows, true)],
    earlier: async () => EARLIER,
  });
  const show = await open(october(['a', 'b', 'c', 'd', 'e']));
  await press('Show more rows');
  await press('Show earlier months');
  expect(rows()).toEqual(['a', 'b', 'c', 'd']);
  await show(october(['a', 'b', 'C', 'd', 'e']));
  expect(rows()).toEqual(['a', 'b', 'C', 'd']);
  expect(titles()).toEqual(['2026-10', '2026-09', '2026-08']);
  expect(screen.queryByRole('button', { name: 'Show earlier months' })).toBeNull();
});

test('loads a closed month again after a newer reading', async () => {
  const show = await open({ months: [month('2026-10', ['a'], true)], earlier: null });
  const toggle = (isOpen: boolean) =>
    act(async () => {
      const fold = document.querySelector('details') as HTMLDetailsElement;
      fold.open = isOpen;
      fireEvent(fold, new Event('toggle'));
    });
  await toggle(false);
  await show({ months: [month('2026-10', ['A'])], earlier: null });
  await toggle(true);
  expect(rows()).toEqual(['A']);
});
