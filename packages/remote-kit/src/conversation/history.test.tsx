import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { History } from './history';

afterEach(cleanup);

test('shows amounts of refunds and skips unknown entries', async () => {
  const entry = (what: string, amount?: number) => ({ at: '2026-11-24T12:00:00Z', what, amount });
  const entries = [
    ...[entry('booked'), entry('part_refunded', 20), entry('refund_reversed', 20)],
    entry('renamed'),
  ];
  const Component = () => <History entries={entries} zone="UTC" />;
  const remote = defineRemote(() => [{ id: 'history', path: '/', Component }]);
  await openPage(remote, '/');
  expect(await screen.findByText('$20.00 refunded')).toBeTruthy();
  expect(screen.getByText('Refund of $20.00 reversed')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});
