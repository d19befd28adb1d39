import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const session = {
  id: 7,
  session_time: '2026-11-25T18:00:00Z',
  student: 'kim@example.com',
  coach: 'Nova',
  service: 'One-on-one coaching',
  status: 'confirmed',
};

const open = (counted: { session_count?: number }) =>
  openPage(remote, '/operator', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/operator/overview/': () => ({
        sessions: [session],
        ...counted,
        revenue: { paid: 75, refunded: 0 },
        ...{ refunds_due: 0, refunds_failed: 0, failed_mails: 0 },
        ...{ reported_reviews: 0, reported_messages: 0, open_applications: 0 },
        provider: { last_event_at: null, open_incidents: 0 },
      }),
      'GET /api/operator/incidents/': () => [],
    },
  });

test('counts the sessions that the list leaves out', async () => {
  await open({ session_count: 103 });
  expect(screen.getByRole('link', { name: 'Sessions 103' })).toBeTruthy();
  const rest = screen.getByText(/102 more sessions today/);
  expect(rest.querySelector('a')?.getAttribute('href')).toBe('/operator/bookings');
});

test('counts the listed sessions of an older API', async () => {
  await open({});
  expect(screen.getByRole('link', { name: 'Sessions 1' })).toBeTruthy();
  expect(screen.queryByText(/more session/)).toBeNull();
});
