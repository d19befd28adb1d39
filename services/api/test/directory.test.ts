import { dateIn } from '@carry/contracts/format';
import { eq, inArray } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import {
  bookings,
  coaches,
  coachListings,
  listingChanges,
  reviews,
  services,
  specialDays,
  users,
  weeklyHours,
} from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { refreshListings } from '../src/features/directory/refresh';
import { addDays } from '../src/features/operator/days';
import { onEveryDatabaseAtNight } from './harness';

interface Card {
  id: number;
  name: string;
  price: number;
  next_free_at: string | null;
}

onEveryDatabaseAtNight('the coach directory', (api) => {
  const read = async (query = '') => {
    await refreshListings(api());
    return (await api().send('GET', `/api/coaches/?${query}`)).body;
  };
  const names = async (query = '') =>
    ((await read(query)).coaches as Card[]).map(({ name }) => name);

  async function addCoach(name: string, change: Partial<typeof coaches.$inferInsert> = {}) {
    const coach = await api().newCoach(name);
    await api()
      .db.update(coaches)
      .set({ games: ['lol'], ...change })
      .where(eq(coaches.id, coach.coachId));
    return coach;
  }

  test('lists the seeded coach with price, rating and next free start', async () => {
    const { coaches: cards, languages, next } = await read('game=cs2');
    expect(cards).toEqual([
      {
        id: 1,
        name: 'Nova',
        summary: expect.stringMatching(/^Nova played Counter-Strike/),
        image_url: 'http://api.test/media/coach-nova.svg',
        portrait: null,
        games: [
          { code: 'cs2', name: 'Counter-Strike 2' },
          { code: 'valorant', name: 'Valorant' },
        ],
        languages: [
          { code: 'en', name: 'English' },
          { code: 'de', name: 'German' },
        ],
        country: { code: 'DE', name: 'Germany' },
        slug: 'nova',
        price: 25,
        is_hourly: true,
        rating: 4.6,
        reviews: 12,
        next_free_at: expect.stringMatching(/:00:00\.000Z$/),
      },
    ]);
    expect(next).toBeNull();
    expect(languages).toEqual([
      { code: 'en', name: 'English' },
      { code: 'de', name: 'German' },
    ]);
  });

  test('announces that applications are accepted', async () => {
    expect((await read('game=cs2')).applications_open).toBe(true);
    const { paths } = (await api().send('GET', '/api/sitemap/')).body;
    expect(paths.slice(0, 2)).toEqual(['/become-a-coach', '/booking/1']);
  });

  test('filters by game, language, price and free time', async () => {
    await addCoach('rook', { languages: ['fr'], slug: 'rook' });
    const dear = await addCoach('ember', { languages: ['ko'], noticeMinutes: 20_000 });
    await api().db.update(services).set({ rateCents: 9000 }).where(eq(services.id, dear.serviceId));
    expect((await names('game=lol')).sort()).toEqual(['ember', 'rook']);
    expect(await names('game=dota2')).toEqual([]);
    expect(await names('language=fr')).toEqual(['rook']);
    expect(await names('min_price=60')).toEqual(['ember']);
    expect(await names('game=lol&max_price=60')).toEqual(['rook']);
    expect(await names('game=lol&free=week')).toEqual(['rook']);
    expect(await names('slug=rook')).toEqual(['rook']);
    expect((await api().send('GET', '/api/coaches/?sort=luck')).status).toBe(400);
  });

  test.each(['rating', 'price', 'next_free'])(
    'rejects crafted cursors of the order %s',
    async (sort) => {
      const broken = ['[1', '["x",1]', '[1,"x"]', '[1.5,1]', '{}', 'null'];
      const large = [
        '[1,2147483648]',
        '[null,1e300]',
        '[9e15,1]',
        '[8e15,1]',
        '[-9e15,1]',
        '[1e300,1]',
      ];
      for (const position of [...broken, ...large]) {
        const cursor = Buffer.from(position).toString('base64url');
        const { status } = await api().send('GET', `/api/coaches/?sort=${sort}&cursor=${cursor}`);
        expect([position, status]).toEqual([position, 400]);
      }
    },
  );

  test('finds a coach without services by page address only', async () => {
    const paused = await addCoach('paused', { slug: 'paused', games: ['dota2'] });
    await api()
      .db.update(services)
      .set({ retiredAt: new Date() })
      .where(eq(services.id, paused.serviceId));
    expect(await names('slug=paused')).toEqual(['paused']);
    expect(await names('game=dota2')).toEqual([]);
    await api().db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, paused.userId));
    expect(await names('slug=paused')).toEqual([]);
  });

  test('never lists locked, deleted or unbookable coaches', async () => {
    const locked = await addCoach('locked', { games: ['fortnite'] });
    const deleted = await addCoach('deleted', { games: ['fortnite'] });
    const closed = await addCoach('closed', { games: ['fortnite'] });
    expect((await names('game=fortnite')).sort()).toEqual(['closed', 'deleted', 'locked']);
    const { db, now } = api();
    await db.update(users).set({ lockedAt: now() }).where(eq(users.id, locked.userId));
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, deleted.userId));
    expect(await names('game=fortnite')).toEqual(['closed']);
    await db.update(services).set({ retiredAt: now() }).where(eq(services.id, closed.serviceId));
    expect(await names('game=fortnite')).toEqual([]);
  });

  test('moves the next free start when its time is booked', async () => {
    const { coachId, serviceId } = await addCoach('busy');
    const nextFree = async () =>
      ((await read('game=lol')).coaches as Card[]).find(({ id }) => id === coachId)?.next_free_at ??
      '';
    const first = await nextFree();
    const slot = { date: first.slice(0, 10), time: first.slice(11, 16) };
    const order = { ...api().order(slot), coach_id: coachId, service_id: serviceId };
    const student = await api().newStudent('early');
    expect((await api().send('POST', '/api/create-booking/', order, student)).status).toBe(201);
    expect(Date.parse(await nextFree()) - Date.parse(first)).toBe(3_600_000);
  });

  test('moves the next free start of a coach who books elsewhere', async () => {
    const coach = await addCoach('pupil', { languages: ['sv'] });
    const nextFree = async () => (await read('language=sv')).coaches[0].next_free_at as string;
    const first = await nextFree();
    const slot = { date: first.slice(0, 10), time: first.slice(11, 16) };
    const { coachId, serviceId } = await addCoach('teacher');
    const order = api().order(slot, { coach_id: coachId, service_id: serviceId });
    const own = await signAccess(api(), coach.userId);
    expect((await api().send('POST', '/api/create-booking/', order, own)).status).toBe(201);
    expect(Date.parse(await nextFree()) - Date.parse(first)).toBe(3_600_000);
    await api().db.delete(bookings).where(eq(bookings.studentId, coach.userId));
    expect(await nextFree()).toBe(first);
  });

  test('names the first start that the booking page offers', async () => {
    const { db, clock } = api();
    onTestFinished(() => {
      clock.offset = 0;
    });
    const { coachId } = await addCoach('offered', { languages: ['it'] });
    const set = (change: Partial<typeof coaches.$inferInsert>) =>
      db.update(coaches).set(change).where(eq(coaches.id, coachId));
    const nextFree = async () => (await read('language=it')).coaches[0].next_free_at;
    /** First start of the days that the page asks for, tomorrow to +7 in the coach's zone. */
    const firstOnPage = async (zone: string) => {
      for (let ahead = 1; ahead <= 7; ahead++) {
        const date = addDays(dateIn(zone, api().now()), ahead);
        const path = `/api/coach/${coachId}/available-slots/?date=${date}&duration=60`;
        const [slot] = (await api().send('GET', path)).body.available_slots;
        if (slot) return `${date}T${slot.start.slice(0, 5)}:00.000Z`;
      }
      return null;
    };
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Los_Angeles'])
      for (const noticeMinutes of [0, 60, 50 * 60]) {
        await set({ timeZone: zone, noticeMinutes });
        clock.offset = 0;
        const first = await nextFree();
        expect(first).toBe(await firstOnPage(zone));
        expect(first).not.toBeNull();
        clock.offset = 9 * 3_600_000; // without a change, so only the recheck can move it
        expect(await nextFree()).toBe(await firstOnPage(zone));
        clock.offset = 30 * 3_600_000;
        expect(await nextFree()).toBe(await firstOnPage(zone));
      }
  });

  test('names no time after the offered days', async () => {
    const { db, now } = api();
    const { coachId } = await addCoach('later', { languages: ['pt'], daysAhead: 60 });
    await db.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId));
    const open = (ahead: number) => {
      const day = addDays(dateIn('UTC', now()), ahead);
      return db
        .insert(specialDays)
        .values({ coachId, day, windows: [{ startMinute: 600, endMinute: 720 }] });
    };
    await open(8);
    expect((await read('language=pt')).coaches).toMatchObject([{ next_free_at: null }]);
    expect(await names('language=pt&free=week')).toEqual([]);
    await open(7);
    expect((await read('language=pt')).coaches).toMatchObject([
      { next_free_at: expect.stringContaining('T10:00') },
    ]);
    expect(await names('language=pt&free=week')).toEqual(['later']);
  });

  test('corrects a time after the offered days that an older release wrote', async () => {
    const { db, now } = api();
    const { coachId } = await addCoach('older', { languages: ['da'] });
    const late = new Date(now().getTime() + 40 * 86_400_000);
    await read('language=da');
    await db
      .update(coachListings)
      .set({ nextFreeAt: late, recheckAt: late })
      .where(eq(coachListings.coachId, coachId));
    const { next_free_at: at } = (await read('language=da')).coaches[0];
    expect(Date.parse(at)).toBeLessThan(late.getTime() - 30 * 86_400_000);
  });

  test('lists the free times of an unlocked coach at once', async () => {
    const { coachId, userId } = await addCoach('unlocked', { languages: ['fi'] });
    const operator = (act: string) =>
      api().send('POST', `/api/operator/members/${userId}/${act}/`, {}, undefined, {
        authorization: 'Bearer the operator of the tests',
      });
    await operator('lock');
    await api().db.insert(listingChanges).values({ coachId }); // a booking, for example
    expect(await names('language=fi')).toEqual([]);
    await operator('unlock');
    expect(await names('language=fi&free=week')).toEqual(['unlocked']);
  });

  test('names no time of a coach without hourly services', async () => {
    const { coachId } = await addCoach('untimed', { languages: ['nl'] });
    await api().db.update(services).set({ isHourly: false }).where(eq(services.coachId, coachId));
    expect((await read('language=nl')).coaches).toMatchObject([
      { is_hourly: false, next_free_at: null },
    ]);
  });

  test.each(['rating', 'price', 'next_free'])('pages through all coaches by %s', async (sort) => {
    const { db } = api();
    const crowd = await db
      .insert(users)
      .values(
        Array.from({ length: 30 }, (_, index) => ({
          email: `${sort}${index}@crowd.example`,
          passwordHash: 'x',
          verifiedAt: api().now(),
        })),
      )
      .returning({ id: users.id });
    const profile = { name: sort, description: '', timeZone: 'UTC', games: ['dota2'] };
    const made = await db
      .insert(coaches)
      .values(
        crowd.map(({ id: userId }, index) => ({
          ...{ ...profile, userId },
          noticeMinutes: (24 + ((7 * index) % 30)) * 60,
        })),
      )
      .returning({ id: coaches.id });
    const free = made.filter((_, index) => index % 10 !== 0);
    await db.insert(weeklyHours).values(
      free.flatMap(({ id: coachId }) =>
        [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
          ...{ coachId, weekday, startMinute: 0, endMinute: 24 * 60 },
        })),
      ),
    );
    const offer = { slug: 'hour', label: 'Hour', isHourly: true, position: 0 };
    await db.insert(services).values(
      made.map(({ id: coachId }, index) => ({
        ...offer,
        coachId,
        rateCents: 1000 + (index % 4),
      })),
    );
    const first = await read(`game=dota2&sort=${sort}`);
    const second = await read(`game=dota2&sort=${sort}&cursor=${first.next}`);
    const listed = [...first.coaches, ...second.coaches] as Card[];
    expect([first.coaches.length, second.coaches.length, second.next]).toEqual([24, 6, null]);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(30);
    if (sort === 'price')
      expect(listed.map(({ price }) => price)).toEqual(listed.map(({ price }) => price).sort());
    if (sort === 'next_free') {
      const starts = listed.map(({ next_free_at }) => next_free_at);
      const known = starts.filter((start) => start !== null);
      expect(new Set(known).size).toBe(27);
      expect(starts).toEqual([...known.toSorted(), null, null, null]);
    }
    await db.delete(services).where(
      inArray(
        services.coachId,
        made.map(({ id }) => id),
      ),
    );
  });

  test('ranks many good reviews above a single perfect one', async () => {
    const { db } = api();
    const single = await addCoach('single', { languages: ['ja'] });
    const many = await addCoach('many', { languages: ['ja'] });
    const review = { reviewerName: 'Kim', comment: '', rating: 5 };
    await db.insert(reviews).values({ ...review, coachId: single.coachId });
    await db.insert(reviews).values(
      Array.from({ length: 40 }, (_, index) => ({
        ...review,
        rating: index % 8 ? 5 : 4,
        coachId: many.coachId,
      })),
    );
    expect(await names('language=ja')).toEqual(['many', 'single']);
    expect(await db.select().from(listingChanges)).toEqual([]);
  });

  test('revalidates with an ETag', async () => {
    await refreshListings(api());
    const first = await api().app.request('/api/coaches/?game=lol');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect((await api().app.request('/api/coaches/?game=lol', { headers })).status).toBe(304);
  });

  test('reports lists that lost a coach', async () => {
    const lists = async () =>
      (await api().send('GET', '/api/revisions/')).body.lists['/api/coaches/?'];
    const { userId } = await addCoach('leaving');
    const before = await lists();
    await api().db.update(users).set({ lockedAt: api().now() }).where(eq(users.id, userId));
    const locked = await lists();
    expect(locked).not.toBe(before);
    await api().db.update(users).set({ lockedAt: null }).where(eq(users.id, userId));
    expect(await lists()).not.toBe(locked);
  });

  test('invites who waits for a game once, to its first coach', async () => {
    const join = (game: string) =>
      api().send('POST', '/api/waitlist/', { game, email: `${game}@waiting.example` });
    await join('fortnite');
    await join('dota2');
    const { coachId } = await addCoach('first', { games: ['fortnite'] });
    await refreshListings(api());
    await addCoach('second', { games: ['fortnite'] });
    await refreshListings(api());
    const mails = await api().mailsTo('fortnite@waiting.example');
    expect(mails.map(({ body }) => body)).toEqual([
      expect.stringContaining(`http://site.test/booking/${coachId}`),
    ]);
    expect(mails[0]?.body).toContain('Fortnite');
    expect(await api().mailsTo('dota2@waiting.example')).toEqual([]);
  });

  test('invites once a coach has a free time', async () => {
    const { db, send, mailsTo } = api();
    const email = 'patient@waiting.example';
    const mails = async () => {
      await refreshListings(api());
      return (await mailsTo(email)).length;
    };
    const { coachId } = await addCoach('hours', { games: ['fortnite'] });
    const hours = await db.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId)).returning();
    await refreshListings(api());
    await send('POST', '/api/waitlist/', { game: 'fortnite', email });
    await db.update(coaches).set({ noticeMinutes: 60 }).where(eq(coaches.id, coachId));
    expect(await mails()).toBe(0);
    await db.insert(weeklyHours).values(hours);
    expect(await mails()).toBe(1);
  });

  test('invites to a coach with a service without a time', async () => {
    const { db, send, mailsTo } = api();
    const email = 'recorded@waiting.example';
    const { coachId } = await addCoach('recorded', { games: ['valorant'] });
    await db.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId));
    await refreshListings(api());
    await send('POST', '/api/waitlist/', { game: 'valorant', email });
    await db.update(services).set({ isHourly: false }).where(eq(services.coachId, coachId));
    await refreshListings(api());
    expect(await mailsTo(email)).toHaveLength(1);
  });
});
