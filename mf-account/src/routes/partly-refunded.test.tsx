import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const NOW = Date.parse('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const paid = { coach_name: 'Nova', duration_minutes: 60, amount: 60, refund: 'none' };
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('promises only the rest of a partly refunded payment', async () => {
  const upcoming = { status: 'confirmed', session_time: inHours(30), cancel_until: inHours(18) };
  const past = { status: 'completed', session_time: inHours(-3), refund_until: inHours(40) };
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [
        { id: 3, ...paid, refunded: 20, ...upcoming },
        { id: 4, ...paid, refunded: 20, ...past, has_review: true },
      ],
    },
    now: () => NOW,
    confirm: false,
  });
  await press('Cancel session');
  await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  const rest = 'the remaining $40.00 of your payment of $60.00 back';
  expect(recorded.confirms[0]).toContain(`You get ${rest}, and we'll email you`);
  await press('Request a refund');
  expect(
    screen.getByText(`You'll get ${rest}. We'll share what you write here with your coach.`),
  ).toBeTruthy();
});
