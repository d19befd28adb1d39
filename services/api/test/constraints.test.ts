import { expect, test } from 'vitest';
import { isExclusionViolation } from '../src/core/db/errors';
import { bookings } from '../src/core/db/schema';
import { onEveryDatabase } from './harness';

const DAY = Date.parse('2031-03-03T00:00:00Z');
const MINUTE_MS = 60_000;

onEveryDatabase('the database itself, whoever writes', (api) => {
  test('rejects overlapping bookings of a coach or a student', {
    tags: ['@fault-H1', '@fault-H2'],
  }, async () => {
    const [ann, ben] = (await api().newCrowd('constraint', 2)).map(({ id }) => id);
    const [nova, rook] = await Promise.all(
      ['nova-2', 'rook-2'].map((name) => api().newCoach(name)),
    );
    const takes = async (
      who: number | undefined,
      coach: typeof nova,
      from: number,
      to: number,
      status: 'confirmed' | 'cancelled' = 'confirmed',
    ) =>
      api()
        .db.insert(bookings)
        .values({
          studentId: who ?? 0,
          coachId: coach?.coachId ?? 0,
          serviceId: coach?.serviceId ?? 0,
          quantity: 1,
          amountCents: 2500,
          durationMinutes: to - from,
          startsAt: new Date(DAY + from * MINUTE_MS),
          endsAt: new Date(DAY + to * MINUTE_MS),
          contactInfo: 'x',
          details: '',
          status,
          holdExpiresAt: new Date(DAY),
        })
        .then(
          () => true,
          (error: unknown) => {
            if (isExclusionViolation(error)) return false;
            throw error;
          },
        );
    expect(await takes(ann, nova, 600, 690)).toBe(true);
    for (const [from, to] of [
      [600, 690],
      [630, 640],
      [660, 720],
      [540, 601],
      [540, 780],
    ] as const)
      expect([from, to, await takes(ben, nova, from, to)]).toEqual([from, to, false]);
    expect(await takes(ann, rook, 689, 720)).toBe(false);
    expect(await takes(ben, rook, 600, 690)).toBe(true);
    expect(await takes(ben, nova, 690, 750)).toBe(true);
    expect(await takes(ben, nova, 540, 600)).toBe(true);
    expect(await takes(ben, nova, 630, 640, 'cancelled')).toBe(true);
  });
});
