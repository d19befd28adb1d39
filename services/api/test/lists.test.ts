import { gunzipSync } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { bookingEvents, bookings, reviews } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';

interface Listed {
  id: number;
  session_time: string | null;
  status: string;
  student_booking: number;
}

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-01-31T23:30:00Z');
const ROWS = 230;
const LONG = '語'.repeat(4000);

onEveryDatabaseAtNight('lists in pages', (api) => {
  let tokens: { coach: string; student: string };
  let coachId: number;

  /** 230 bookings, one each 10 hours, every 50th without a time, every third cancelled; some texts are long. */
  beforeAll(async () => {
    const { db, newCoach, newCrowd } = api();
    const coach = await newCoach('lists');
    coachId = coach.coachId;
    const [student] = await newCrowd('lists', 1);
    tokens = { coach: await signAccess(api(), coach.userId), student: student?.token ?? '' };
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const startsAt = index % 50 === 49 ? null : new Date(START + index * 10 * HOUR_MS);
      return {
        studentId: student?.id ?? 0,
        coachId,
        serviceId: coach.serviceId,
        quantity: 1,
        amountCents: 2500,
        durationMinutes: 60,
        startsAt,
        endsAt: startsAt && new Date(startsAt.getTime() + HOUR_MS),
        contactInfo: '語'.repeat(200),
        details: index < 40 ? LONG : 'Aim.',
        notes: 'Private.',
        status: index % 3 === 2 ? ('cancelled' as const) : ('confirmed' as const),
        holdExpiresAt: new Date(START),
      };
    });
    await db.insert(bookings).values(rows);
    await db.insert(bookings).values({
      ...(rows[0] as (typeof rows)[0]),
      ...{ startsAt: null, endsAt: null },
      status: 'expired',
    });
  });

  const read = async (path: string, token = tokens.coach) =>
    (await api().send('GET', path, undefined, token)).body;
  /** Reads all pages. */
  async function readPages(path: string, token = tokens.coach): Promise<Listed[][]> {
    const pages: Listed[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(`${path}${cursor && `&cursor=${cursor}`}`, token);
      pages.push(page.results);
      cursor = page.next;
    }
    return pages;
  }
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

  test.each([
    ['/api/bookings/', 'coach'],
    ['/api/my-sessions/', 'student'],
  ] as const)('reads %s in pages of the whole list', async (path, who) => {
    const whole: Listed[] = await read(path, tokens[who]);
    expect(whole).toHaveLength(ROWS);
    const pages = await readPages(`${path}?limit=100`, tokens[who]);
    expect(pages.length).toBeGreaterThan(2);
    expect(ids(pages.flat())).toEqual(ids(whole));
  });

  test('keeps the order and the shape of the whole lists', async () => {
    const coach: Listed[] = await read('/api/bookings/');
    const student: Listed[] = await read('/api/my-sessions/', tokens.student);
    const times = coach.map(({ session_time }) => session_time ?? '9');
    expect(times).toEqual([...times].sort());
    expect(coach.slice(-4).map(({ session_time }) => session_time)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(student.map(({ session_time }) => session_time ?? '9')).toEqual([...times].reverse());
    expect(coach[0]).toMatchObject({ details: LONG, notes: 'Private.', student_booking: 1 });
    expect(coach.map(({ student_booking }) => student_booking).sort((a, b) => a - b)).toEqual(
      Array.from({ length: ROWS }, (_, index) => index + 1),
    );
  });

  test.each([
    ['/api/bookings/', 'coach', 'UTC'],
    ['/api/my-sessions/', 'student', null],
  ] as const)('names the time zone of the mails in %s', async (path, who, zone) => {
    const rows = [
      ...(await read(path, tokens[who])),
      ...(await read(`${path}?limit=5`, tokens[who])).results,
    ];
    expect(new Set(rows.map(({ time_zone }) => time_zone))).toEqual(new Set([zone]));
  });

  test('keeps every page below 60 KB', async () => {
    const { app } = api();
    const headers = { authorization: `Bearer ${tokens.coach}` };
    const response = await app.request('/api/bookings/?limit=100', { headers });
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    const page = JSON.parse(text);
    expect(page.results.length).toBeGreaterThan(20);
    expect(page.results[0]).not.toHaveProperty('details');
    expect(page.next).toBeTruthy();
  });

  test('filters by status and time', async () => {
    const from = new Date(START + 20 * 10 * HOUR_MS).toISOString();
    const to = new Date(START + 30 * 10 * HOUR_MS).toISOString();
    const pages = await readPages(`/api/bookings/?status=confirmed&from=${from}&to=${to}&limit=3`);
    expect(pages.map(({ length }) => length)).toEqual([3, 3]);
    const rows = pages.flat();
    expect(rows[0]?.session_time).toBe(new Date(START + 21 * 10 * HOUR_MS).toISOString());
    expect(rows.every(({ status }) => status === 'confirmed')).toBe(true);
  });

  test('lists bookings without a time after the latest start', async () => {
    const from = new Date(START + 228 * 10 * HOUR_MS).toISOString();
    const { results } = await read(`/api/my-sessions/?from=${from}&order=asc`, tokens.student);
    expect(results.map(({ session_time }: Listed) => session_time)).toEqual([
      from,
      new Date(START + 229 * 10 * HOUR_MS).toISOString(),
      ...[null, null, null, null],
    ]);
  });

  test('names the months before a time in a time zone', async () => {
    const months = async (query: string) => (await read(`/api/bookings/?limit=1&${query}`)).months;
    const before = 'from=2026-03-15T00:00:00Z';
    expect(await months(`${before}&time_zone=UTC`)).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
    // the first session is on February 1 there
    expect(await months(`${before}&time_zone=Europe/Berlin`)).toEqual([
      '2026-02-28T23:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
    ]);
    // known to browsers only: PostgreSQL lacks this name of Asia/Shanghai
    expect(await months(`${before}&time_zone=CTT`)).toEqual([
      '2026-02-28T16:00:00.000Z',
      '2026-01-31T16:00:00.000Z',
    ]);
    expect(await months(`${before}&time_zone=Nowhere/Land`)).toEqual(
      await months(`${before}&time_zone=UTC`),
    );
    expect(await months('from=2026-01-31T00:00:00Z&time_zone=UTC')).toEqual([]);
    expect(await months(before)).toBeUndefined();
  });

  test('reads many months in as few statements as one', async () => {
    const count = async (from: string) => {
      const { app, calls } = api().recordCalls();
      const path = `/api/bookings/?limit=1&time_zone=UTC&from=${from}`;
      const headers = { authorization: `Bearer ${tokens.coach}` };
      const answer = await app.request(`http://api.test${path}`, { headers });
      return [
        (await answer.json()).months.length,
        calls.filter((name) => name === 'select').length,
      ];
    };
    const [[one, few], [three, many]] = [
      await count('2026-02-01T00:00:00Z'),
      await count('2026-03-15T00:00:00Z'),
    ];
    expect([one, three]).toEqual([1, 3]);
    expect(many).toBe(few);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'status=expired',
    'from=yesterday',
    'to=2026-13-01T00:00:00Z',
    'order=up',
    'cursor=abc',
    'from=0000-01-01T00:00:00Z',
    'to=0000-12-31T00:00:00Z',
    'from=0000-01-01T00:00:00Z&time_zone=UTC',
    ...[
      ['infinity', '1'],
      ['infinity', 2 ** 31],
      ['infinity', 1e300],
      ['infinity', 1.5],
      ['2026', 1],
      ['Sat', 1],
      ['+275760-09-13T00:00:00.000000Z', 1],
      ['0000-01-01T00:00:00.000000Z', 1],
      ['2026-13-01T00:00:00.000000Z', 1],
    ].map((key) => `cursor=${Buffer.from(JSON.stringify(key)).toString('base64url')}`),
    `cursor=${'a'.repeat(101)}`,
  ])('rejects ?%s', async (query) => {
    for (const [path, token] of [
      ['/api/bookings/', tokens.coach],
      ['/api/my-sessions/', tokens.student],
    ] as const)
      expect((await api().send('GET', `${path}?${query}`, undefined, token)).status).toBe(400);
  });

  test('numbers a paid booking once', async () => {
    const { db } = api();
    const [pending] = await db.select().from(bookings).where(eq(bookings.status, 'expired'));
    const id = pending?.id ?? 0;
    const change = (status: 'confirmed' | 'cancelled') =>
      db
        .update(bookings)
        .set({ status })
        .where(eq(bookings.id, id))
        .returning({ nth: bookings.studentNth });
    expect(pending?.studentNth).toBeNull();
    expect(await change('confirmed')).toEqual([{ nth: ROWS + 1 }]);
    expect(await change('cancelled')).toEqual([{ nth: ROWS + 1 }]);
    await db.delete(bookingEvents).where(eq(bookingEvents.bookingId, id));
    await db.delete(bookings).where(eq(bookings.id, id));
  });

  test('compresses a whole list', async () => {
    const headers = { authorization: `Bearer ${tokens.coach}`, 'accept-encoding': 'gzip' };
    const response = await api().app.request('/api/bookings/', { headers });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const rows = JSON.parse(
      gunzipSync(Buffer.from(await response.arrayBuffer())).toString(),
    ) as unknown[];
    expect(rows).toHaveLength(ROWS);
  });

  test.each([
    ['/api/bookings/', 'coach'],
    ['/api/my-sessions/', 'student'],
  ] as const)('compresses a page of %s without a stream', async (path, who) => {
    const streams = vi.spyOn(globalThis, 'CompressionStream');
    const ask = (encoding: string, query = 'limit=20') =>
      api().app.request(`${path}?${query}`, {
        headers: { authorization: `Bearer ${tokens[who]}`, 'accept-encoding': encoding },
      });
    const getEncoding = ({ headers }: Response) => headers.get('content-encoding');
    const plain = await (await ask('identity')).text();
    for (const accepted of ['gzip', 'deflate, gzip;q=1.0, br']) {
      const packed = await ask(accepted);
      expect(getEncoding(packed)).toBe('gzip');
      expect(packed.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(plain);
    }
    expect(getEncoding(await ask('gzip;q=0'))).toBeNull();
    expect(getEncoding(await ask('gzip', 'status=completed'))).toBeNull();
    expect(streams).not.toHaveBeenCalled();
    streams.mockRestore();
  });

  test('reads a batch only when the client takes it', async () => {
    const { db } = api();
    const headers = { authorization: `Bearer ${tokens.coach}` };
    const response = await api().app.request('/api/bookings/', { headers });
    const reader = response.body?.getReader();
    await reader?.read();
    const rename = (from: 'confirmed' | 'expired', to: 'confirmed' | 'expired') =>
      db.update(bookings).set({ status: to }).where(eq(bookings.status, from));
    await rename('confirmed', 'expired');
    let rest = '';
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      rest += Buffer.from(piece.value).toString();
    await rename('expired', 'confirmed');
    expect(rest.match(/"status":"cancelled"/g)?.length).toBeGreaterThan(30);
    expect(rest).not.toContain('"status":"confirmed"');
  });

  describe('reviews', () => {
    beforeAll(async () => {
      const values = Array.from({ length: 230 }, (_, index) => ({
        coachId,
        reviewerName: `Student ${index}`,
        comment: LONG,
        reply: '語'.repeat(2000),
        rating: 5,
      }));
      await api().db.insert(reviews).values(values);
    });

    test('reads all reviews in pages below 60 KB', async () => {
      const pages = await readPages(`/api/reviews/by-coach/${coachId}/?limit=20`);
      const all = ids(pages.flat());
      expect(all).toHaveLength(230);
      expect(all).toEqual([...all].sort((a, b) => b - a));
      expect(
        Math.max(...pages.map((page) => Buffer.byteLength(JSON.stringify(page)))),
      ).toBeLessThan(60_000);
    });

    test('revalidates a compressed page', async () => {
      const path = `/api/reviews/by-coach/${coachId}/?limit=5`;
      const headers = { 'accept-encoding': 'gzip' };
      const packed = await api().app.request(path, { headers });
      const etag = packed.headers.get('etag') ?? '';
      expect([packed.headers.get('content-encoding'), etag.slice(0, 2)]).toEqual(['gzip', 'W/']);
      const again = await api().app.request(path, {
        headers: { ...headers, 'if-none-match': etag },
      });
      expect(again.status).toBe(304);
    });

    test('bounds the whole list, and counts that', async () => {
      const text = JSON.stringify(await read(`/api/reviews/by-coach/${coachId}/`));
      expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
      expect(Buffer.byteLength(text)).toBeGreaterThan(850_000);
      expect(
        await api().metrics.registry.getSingleMetricAsString('carry_api_lists_cut_total'),
      ).toMatch(/list="reviews of a coach"} 1$/);
      expect((await read(`/api/coaches/${coachId}/`)).rating_counts).toEqual([0, 0, 0, 0, 230]);
    });

    test('rejects the cursor of another list', async () => {
      const { next } = await read('/api/bookings/?limit=1');
      const path = `/api/reviews/by-coach/${coachId}/?cursor=${next}`;
      expect((await api().send('GET', path)).status).toBe(400);
    });

    test.each([2 ** 31, 1e300, 1.5, '1'])('rejects a cursor of %j', async (key) => {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
      const path = `/api/reviews/by-coach/${coachId}/?cursor=${cursor}`;
      expect((await api().send('GET', path)).status).toBe(400);
    });
  });

  test('keeps the totals of a coach', async () => {
    const { db } = api();
    const totals = async () => {
      const { sessions_given, rating_counts } = await read(`/api/coaches/${coachId}/`);
      return [sessions_given, ...rating_counts];
    };
    const setStatus = (from: 'confirmed' | 'completed', to: 'confirmed' | 'completed') =>
      db
        .update(bookings)
        .set({ status: to })
        .where(and(eq(bookings.coachId, coachId), eq(bookings.status, from)));
    const confirmed = await db.$count(bookings, eq(bookings.status, 'confirmed'));
    await setStatus('confirmed', 'completed');
    const [first, second, third] = await db
      .select({ id: reviews.id })
      .from(reviews)
      .where(eq(reviews.coachId, coachId));
    const change = (id: number | undefined, set: { rating?: number; hiddenBecause?: string }) =>
      db
        .update(reviews)
        .set(set)
        .where(eq(reviews.id, id ?? 0));
    await change(first?.id, { rating: 2 });
    await change(second?.id, { hiddenBecause: 'spam' });
    await db.delete(reviews).where(eq(reviews.id, third?.id ?? 0));
    expect(await totals()).toEqual([confirmed, 0, 1, 0, 0, 227]);
    await setStatus('completed', 'confirmed');
    expect(await totals()).toEqual([0, 0, 1, 0, 0, 227]);
  });

  test('exports more bookings than one batch', async () => {
    const data = await read('/api/account/export/', tokens.student);
    expect(ids(data.bookings)).toEqual([...ids(data.bookings)].sort((a, b) => a - b));
    expect(data.bookings).toHaveLength(ROWS);
    expect(Object.keys(data)).toEqual([
      ...['exported_at', 'account', 'devices', 'bookings', 'reviews', 'messages'],
      ...['earnings', 'review_replies'],
      ...['reported_reviews', 'reported_messages', 'discord', 'discord_login'],
      ...['waiting_list', 'coach_applications', 'coach', 'operator'],
    ]);
  });
});
