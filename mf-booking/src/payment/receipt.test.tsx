import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test.each([
  ['none', []],
  ['refunds', ['How refunds work']],
  ['imprint', ['Sample']],
])('links the texts that the site has: %s', async (texts, names) => {
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Plan', quantity: 1, amount: 75, email: 'kim@example.com' },
    ...{ session_time: null, duration_minutes: 60 },
  };
  const site = { settings: { texts } };
  await openPage(remote, '/booking-success?session_id=cs_1', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/stripe/success-info/': () => ({ booking_id: 9, purchase }) },
    site,
  });
  await screen.findByText('Receipt');
  const links = screen.queryAllByRole('link', { name: /^(Sample|How refunds work)$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.getByText('Seller').nextElementSibling?.textContent).toBe('Sample');
});
