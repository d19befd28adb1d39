import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { Policy, type PolicyProps } from './policy';

afterEach(cleanup);

const NOW = Date.parse('2026-11-24T12:00:00Z');
const past = '2026-11-24T12:00:00Z';
const ahead = '2026-11-24T12:01:00Z';

const show = (
  booking: PolicyProps['booking'],
  reader: PolicyProps['reader'],
  texts = 'refunds',
) => {
  const Component = () => (
    <Policy booking={booking} reader={reader} zone="UTC" className={undefined} />
  );
  const remote = defineRemote(() => [{ id: 'policy', path: '/', Component }]);
  return openPage(remote, '/', { now: () => NOW, site: { settings: { texts } } });
};
const open = async (...args: Parameters<typeof show>) => {
  await show(...args);
  return (await screen.findByText('How refunds work')).parentElement?.textContent;
};

test.each([
  ['confirmed', 'student', 'cancel_until', /^Free to move or cancel until Tue.*12:01/],
  ['confirmed', 'coach', 'cancel_until', /^Free for your student to move .*12:01/],
  ['completed', 'student', 'refund_until', /^Not satisfied\?.*12:01/],
  ['completed', 'coach', 'refund_until', /^Money-back guarantee until .*12:01/],
] as const)(
  'shows the deadline of a %s booking to the %s',
  async (status, reader, field, words) => {
    expect(await open({ status, move_until: ahead, [field]: ahead }, reader)).toMatch(words);
    cleanup();
    expect(await open({ status, [field]: past }, reader)).toBe('How refunds work');
  },
);

test('names no move where the server allows none', async () => {
  const booking = { status: 'confirmed', cancel_until: ahead };
  expect(await open(booking, 'student')).toMatch(/^Free to cancel until Tue.*12:01/);
});

test.each(['cancel_until', 'refund_until'] as const)(
  'hides the deadline %s once the server sends null',
  async (field) => {
    const status = field === 'cancel_until' ? 'confirmed' : 'completed';
    let change = (_: string | null) => {};
    const Component = () => {
      const [deadline, setDeadline] = useState<string | null>(ahead);
      change = setDeadline;
      const booking = { status, [field]: deadline };
      return <Policy booking={booking} reader="student" zone="UTC" className={undefined} />;
    };
    const remote = defineRemote(() => [{ id: 'policy', path: '/', Component }]);
    await openPage(remote, '/', { now: () => NOW });
    expect(await screen.findByText(/12:01/)).toBeTruthy();
    await act(async () => change(null));
    const paragraph = screen.getByText('How refunds work').parentElement;
    expect(paragraph?.textContent).toBe('How refunds work');
  },
);

test('links to no refunds text on a site without it', async () => {
  await show({ status: 'confirmed', cancel_until: ahead, move_until: ahead }, 'student', 'terms');
  expect(await screen.findByText(/^Free to move or cancel until/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  await show({ status: 'confirmed' }, 'student', 'terms');
  expect(document.querySelector('p')).toBeNull();
});
