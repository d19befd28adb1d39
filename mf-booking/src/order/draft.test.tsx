import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { expect, test } from 'vitest';
import { type BookingDraft, parseDraft, pendingOrder } from './draft';

const slot = { date: '2026-11-23', time: '15:00', displayTime: '3:00 PM', label: 'Mon, Nov 23' };
const service = { id: 1, label: 'Coaching', rate: 25, is_hourly: true };
const order = { coachId: '7', service, quantity: 2, contact: 'kim', details: 'aim', slot };
const draft: BookingDraft = {
  coachName: 'Nova',
  serviceId: 1,
  quantity: '2',
  contact: 'kim',
  details: 'aim',
  slot,
  zone: 'Asia/Tokyo',
  pending: { bookingId: 9, order, at: 1 },
};

test('round-trips a draft through JSON', () => {
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

test.each([null, 'text', 7, []])('parses %j as an empty draft', (stored) => {
  expect(parseDraft(stored)).toEqual({});
});

test.each<[keyof BookingDraft, unknown]>([
  ['zone', 'Mars/Olympus'],
  ['zone', 7],
  ['slot', { ...slot, date: 'soon' }],
  ['slot', { ...slot, time: '25:00' }],
  ['slot', '15:00'],
  ['quantity', 2],
  ['serviceId', {}],
  ['pending', { bookingId: 9, at: 1 }],
  ['pending', { bookingId: {}, order, at: 1 }],
  ['pending', { bookingId: 9, order: { ...order, slot: {} }, at: 1 }],
  ['pending', { bookingId: 9, order: { ...order, zone: 7 }, at: 1 }],
])('drops an invalid %s (%j) and keeps the rest', { tags: ['@fault-11.13'] }, (name, value) => {
  const { [name]: _, ...rest } = draft;
  expect(parseDraft({ ...draft, [name]: value })).toEqual(rest);
});

test('finds the unpaid order of a coach, or the newest', () => {
  const { drafts } = createFakeShell().shell;
  expect(pendingOrder(drafts, null)).toBeNull();
  drafts.save('booking/7', draft);
  drafts.save('zone', 'Asia/Tokyo');
  expect(pendingOrder(drafts, '7')).toEqual(draft.pending);
  expect(pendingOrder(drafts, '8')).toBeNull();
  expect(pendingOrder(drafts, null)).toEqual(draft.pending);
  drafts.save('booking/8', { ...draft, pending: { bookingId: null, order, at: 2 } });
  expect(pendingOrder(drafts, '8')).toBeNull();
  expect(pendingOrder(drafts, null)).toEqual(draft.pending);
});
