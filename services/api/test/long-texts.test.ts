import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { bookingMessages } from '../src/core/db/schema';
import { pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

/** As long as allowed, in a script of three bytes a character. */
const LONG = '語'.repeat(4000);
const MAX_BYTES = 60_000;

onEveryDatabaseAtNight('pages of long texts', (api) => {
  const getBytes = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer));
  const operator = async (path: string) =>
    (await api().send('GET', `/api/operator/${path}`, undefined, api().config.operatorToken)).body;

  async function newConversation(kind: 'text' | 'delivery', count: number) {
    const found = await pair(api(), { startsAt: null, endsAt: null });
    const { id: bookingId } = found;
    await api()
      .db.insert(bookingMessages)
      .values(
        Array.from({ length: count }, () => ({
          ...{ bookingId, author: 'coach' as const, kind, body: LONG, key: randomUUID() },
        })),
      );
    return found;
  }

  test('ends a page of messages before 60 KB and continues it', async () => {
    const { student } = await newConversation('text', 60);
    const ids: number[] = [];
    for (let path = 'messages/'; path; ) {
      const { body } = await student.get(path);
      expect(getBytes(body)).toBeLessThan(MAX_BYTES);
      ids.unshift(...body.messages.map(({ id }: { id: number }) => id));
      path = body.older === null ? '' : `messages/?before=${body.older}`;
    }
    expect(ids).toHaveLength(60);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  test('reports results that a booking leaves out', async () => {
    const { student } = await newConversation('delivery', 60);
    const { body } = await student.get('messages/');
    expect(getBytes(body.results)).toBeLessThan(MAX_BYTES);
    expect(body.results.at(-1).id).toBe(body.messages.at(-1).id);
    const cuts = await api().metrics.registry.getSingleMetricAsString('carry_api_lists_cut_total');
    expect(cuts).toContain('{list="results of a booking"} 1');
  });

  test.each([
    ['reviews', 'state=reported&'],
    ['messages', ''],
  ] as const)("ends a page of the operator's reported %s before 60 KB", async (list, filter) => {
    const { coachId } = await api().newCoach(`long-${list}`);
    const [member] = await api().newCrowd(`long-${list}`, 1);
    const { id: bookingId } = await pair(api());
    const rows = 130;
    const inserted = {
      reviews: sql`WITH rows AS (INSERT INTO reviews (coach_id, reviewer_name, comment, rating)
          SELECT ${coachId}, 'Kim', ${LONG}, 1 FROM generate_series(1, ${rows}::integer) RETURNING id)
        INSERT INTO review_reports (review_id, user_id, reason) SELECT id, ${member?.id ?? 0}, 'Spam.' FROM rows`,
      messages: sql`WITH rows AS (INSERT INTO booking_messages (booking_id, author, body, key)
          SELECT ${bookingId}, 'coach', ${LONG}, gen_random_uuid() FROM generate_series(1, ${rows}::integer) RETURNING id)
        INSERT INTO message_reports (message_id, user_id, reason) SELECT id, ${member?.id ?? 0}, 'Rude.' FROM rows`,
    };
    await api().patiently(async (db) => void (await db.execute(inserted[list])));
    const ids = new Set<number>();
    for (let below = ''; ; ) {
      const page = await operator(`${list}/?${filter}limit=100${below}`);
      expect(getBytes(page)).toBeLessThan(MAX_BYTES);
      for (const { id } of page.results) ids.add(id);
      if (page.next === null) break;
      below = `&below=${page.next}`;
    }
    expect(ids.size).toBe(rows);
    expect(await operator(`${list}/?${filter}`)).toHaveLength(100); // without a limit
  });

  describe('compression', () => {
    const ask = (path: string, { token, method = 'GET' }: { token?: string; method?: string }) =>
      api().app.request(path, {
        method,
        headers: {
          'accept-encoding': 'gzip',
          ...(token && { authorization: `Bearer ${token}` }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: '{}' }),
      });
    const getEncoding = ({ headers }: Response) => headers.get('content-encoding');

    test('compresses a long answer to GET of any call', async () => {
      const { student, id } = await newConversation('text', 3);
      const response = await ask(`/api/bookings/${id}/messages/`, { token: student.token });
      expect(getEncoding(response)).toBe('gzip');
      const content = Buffer.from(await response.arrayBuffer());
      expect(content.length).toBeLessThan(2000);
      const { body } = await student.get('messages/');
      expect(JSON.parse(gunzipSync(content).toString())).toEqual(body);
    });

    test('compresses streams by their type', async () => {
      const { operatorToken: token } = api().config;
      const table = await ask('/api/operator/revenue/export/?zone=UTC', { token });
      expect(getEncoding(table)).toBe('gzip');
      await table.arrayBuffer();
      const { id, student } = await pair(api());
      const events = await ask(`/api/bookings/${id}/events/`, { token: student.token });
      expect([events.status, getEncoding(events)]).toEqual([200, null]);
      await events.body?.cancel();
    });

    test('leaves short answers, failures and writes uncompressed', async () => {
      const streams = vi.spyOn(globalThis, 'CompressionStream');
      const { id, student } = await pair(api());
      const { token } = student;
      const answers = [
        await ask('/api/revisions/', {}),
        await ask('/api/bookings/999999/messages/', { token }),
        await ask('/api/nothing/', {}),
        await ask(`/api/bookings/${id}/messages/`, { token, method: 'POST' }),
      ];
      expect(answers.map(getEncoding)).toEqual([null, null, null, null]);
      expect(streams).not.toHaveBeenCalled();
      streams.mockRestore();
    });
  });
});
