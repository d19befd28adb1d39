import { afterEach, expect, test } from 'vitest';
import { closePages, openPage, remoteDetails } from '../../test/console-page';
import { Compare } from './compare';

afterEach(closePages);

const open = (query: string, more = {}) =>
  openPage(<Compare />, {
    path: '/remotes/:name/compare',
    at: `/remotes/mf-booking/compare?${query}`,
    documents: { '/remotes/mf-booking': remoteDetails(more) },
  });
const compared = (reads: string[]) => reads.filter((address) => address.includes('difference'));

test.each([
  ['the live release with a preview', 'to=1.3.0-next', '1.2.0-live', '1.3.0-next'],
  ['the release before with the live one', 'to=1.2.0-live', '1.1.0-before', '1.2.0-live'],
  ['chosen releases', 'from=1.0.0-first&to=1.3.0-next', '1.0.0-first', '1.3.0-next'],
])('compares %s', async (_, query, from, to) => {
  const { reads, field } = await open(query);
  expect(compared(reads)).toEqual([`/remotes/mf-booking/difference?from=${from}&to=${to}`]);
  expect([field('Before').value, field('After').value]).toEqual([from, to]);
});

test('asks for a release without one to compare with', async () => {
  const { element, reads, field } = await open('to=1.2.0-live', { history: [] });
  expect(compared(reads)).toEqual([]);
  expect(field('Before').value).toBe('');
  expect(element.textContent).toContain('Choose two releases.');
});

test('keeps a side that its user left open', async () => {
  const { reads, field, fill } = await open('to=1.3.0-next');
  await fill('Before', '');
  expect(field('Before').value).toBe('');
  await fill('Before', '1.0.0-first');
  expect(compared(reads).at(-1)).toContain('from=1.0.0-first&to=1.3.0-next');
});
