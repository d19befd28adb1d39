import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { History } from './history';

afterEach(cleanup);

test('shows refunds and suggestions, and skips unknown entries', async () => {
  const entry = (what: string, amount?: number) => ({ at: '2026-11-24T12:00:00Z', what, amount });
  const entries = [
    ...[entry('booked'), entry('part_refunded', 20), entry('refund_reversed', 20)],
    { ...entry('suggested'), from: '2026-11-27T20:00:00Z', to: '2026-11-28T20:00:00Z' },
    ...[entry('declined'), entry('withdrawn'), entry('renamed')],
  ];
  const Component = () => <History entries={entries} zone="UTC" />;
  const remote = defineRemote(() => [{ id: 'history', path: '/', Component }]);
  await openPage(remote, '/');
  expect(await screen.findByText('$20.00 refunded')).toBeTruthy();
  expect(screen.getByText('Refund of $20.00 reversed')).toBeTruthy();
  expect(screen.getByText(/^Coach suggested Sat.*20:00$/)).toBeTruthy();
  expect(screen.getByText('Suggested time declined')).toBeTruthy();
  expect(screen.getByText('Suggested time withdrawn')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
});
