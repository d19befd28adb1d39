import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { bookings, coaches, paymentIncidents, users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';

onEveryDatabaseAtNight('exported lists of operators', (api) => {
  const own = { id: 0, other: 0, studentId: 0, coachId: 0, coachUserId: 0 };
  const headers = () => ({ authorization: `Bearer ${api().config.operatorToken}` });

  /** The rows of a table as objects. */
  async function readTable(path: string): Promise<Record<string, string>[]> {
    const response = await api().app.request(`/api/operator/${path}`, { headers: headers() });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = '', ...lines] = (await response.text()).split('\r\n').slice(0, -1);
    const names = head.split(',');
    return lines.map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
    });
  }

  beforeAll(async () => {
    const coach = await api().newCoach('Export Eve');
    const [student] = await api().newCrowd('exported', 1);
    const owner = { ...coach, coachUserId: coach.userId, studentId: student?.id ?? 0 };
    const paid = { amountCents: 1999, paidCents: 1899, refundedCents: 500 };
    const first = await booking(api(), owner, 'completed', {
      ...{ ...paid, paidAt: new Date('2026-01-02T03:04:05Z'), paymentIntent: 'pi_export' },
      refundReason: '=late',
    });
    const second = await booking(api(), owner, 'cancelled', { refund: 'returned' });
    await api()
      .db.insert(paymentIncidents)
      .values({
        ...{ key: 'refund of an export', type: 'refund.failed', summary: 'Failed' },
        ...{ bookingId: first.id, amountCents: 700, occurredAt: api().now() },
      });
    const { studentId, coachId, coachUserId } = owner;
    Object.assign(own, { id: first.id, other: second.id, studentId, coachId, coachUserId });
    await api()
      .db.update(coaches)
      .set({ games: ['lol'] })
      .where(eq(coaches.id, coachId));
  });

  test('have the money of bookings, oldest first', async () => {
    const rows = await readTable('bookings/export/?q=export%20eve');
    expect(rows.map(({ booking }) => Number(booking))).toEqual([own.id, own.other]);
    expect(rows[0]).toMatchObject({
      ...{ status: 'completed', coach_id: String(own.coachId), student: 'exported0@example.com' },
      ...{ currency: 'USD', price: '19.99', paid_at: '2026-01-02T03:04:05.000Z', paid: '18.99' },
      ...{ refunded: '5.00', refund: 'none', failed_refund: '7.00', refund_reason: "'=late" },
      payment: 'pi_export',
    });
  });

  test('have the bookings of the filter', async () => {
    const rows = await readTable('bookings/export/?q=export%20eve&refund=failed');
    expect(rows.map(({ booking }) => Number(booking))).toEqual([own.id]);
  });

  test('have members and their coach pages', async () => {
    const [coach, ...others] = await readTable('members/export/?q=export%20eve');
    expect(others).toEqual([]);
    expect(coach).toMatchObject({
      ...{ member: String(own.coachUserId), coach_id: String(own.coachId), coach: 'Export Eve' },
      ...{ games: 'lol', locked_at: '' },
    });
    const [student] = await readTable('members/export/?q=exported0');
    expect(student).toMatchObject({ member: String(own.studentId), coach: '', games: '' });
  });

  test('have no deleted members', async () => {
    const [gone] = await api().newCrowd('export-gone', 1);
    const read = () => readTable('members/export/?q=export-gone');
    expect(await read()).toHaveLength(1);
    const id = gone?.id ?? 0;
    await api().db.update(users).set({ deletedAt: api().now() }).where(eq(users.id, id));
    expect(await read()).toEqual([]);
  });

  test('go on after a batch', async () => {
    const [row] = await api().db.select().from(bookings).where(eq(bookings.id, own.other));
    const { id: _, ...copied } = row ?? ({} as never);
    const copy = { ...copied, checkoutSession: null, paymentIntent: null };
    const copies = Array.from({ length: 500 }, () => ({ ...copy, contactInfo: 'batch-of-500' }));
    await api().db.insert(bookings).values(copies);
    const ids = (await readTable('bookings/export/?q=batch-of-500')).map(({ booking }) => booking);
    expect(new Set(ids).size).toBe(500);
    await api()
      .db.update(bookings)
      .set({ contactInfo: 'batch-of-500' })
      .where(eq(bookings.id, own.id));
    expect(await readTable('bookings/export/?q=batch-of-500')).toHaveLength(501);
  });

  test('are in the record', async () => {
    await readTable('members/export/?q=exported0');
    const { body } = await api().send(
      'GET',
      '/api/operator/audit/',
      undefined,
      api().config.operatorToken,
    );
    expect(body[0]).toMatchObject({ action: 'export members', status: 200 });
  });

  test.each(['lol', 'League of Legends', 'LOL'])('list the coaches of "%s"', async (q) => {
    const path = `/api/operator/coaches/?q=${encodeURIComponent(q)}`;
    const { body } = await api().send('GET', path, undefined, api().config.operatorToken);
    expect(body.map(({ id }: { id: number }) => id)).toContain(own.coachId);
  });
});
