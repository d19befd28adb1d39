import { expect, test } from 'vitest';
import { coaches, reviews, services } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('public reads of a coach', (api) => {
  const read = async (path: string) => (await api().send('GET', path)).body;
  const turnTo = (instant: string) => {
    api().clock.offset = Date.parse(instant) - Date.now();
  };
  const startsOn = async (date: string) =>
    (
      (await read(`/api/coach/1/available-slots/?date=${date}&duration=60`)).available_slots as {
        start: string;
      }[]
    ).map(({ start }) => start);

  test('seeds a coach with services and twelve reviews', async () => {
    expect(await read('/api/coaches/1/')).toMatchObject({
      id: 1,
      name: 'Nova',
      description: expect.stringContaining('**Nova**'),
      image_url: 'http://api.test/media/coach-nova.svg',
      special_offer: expect.stringMatching(/\w+/),
      cancel_hours: 12,
      sessions_given: 0,
      rating_counts: [0, 0, 1, 3, 8],
      rank_images: [
        {
          url: expect.stringMatching(/^http:\/\/api\.test\/media\//),
          alt: expect.stringMatching(/Rank/),
        },
        {},
      ],
    });
    expect(await read('/api/coaches/1/services/')).toEqual([
      { id: 1, label: 'One-on-one coaching', rate: 25, is_hourly: true },
      { id: 2, label: 'Team coaching', rate: 60, is_hourly: true },
      { id: 3, label: 'Recorded match review', rate: 18, is_hourly: false },
      { id: 4, label: 'Four-week training plan', rate: 75, is_hourly: false },
    ]);
    const listed = await read('/api/reviews/by-coach/1/');
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(new Set(listed.map(({ rating }: { rating: number }) => rating))).toEqual(
      new Set([3, 4, 5]),
    );
  });

  test('counts all visible reviews by stars', async () => {
    const { db } = api();
    const counts = async () => (await read('/api/coaches/1/')).rating_counts as number[];
    const [, , threes = 0, , fives = 0] = await counts();
    const more = { coachId: 1, reviewerName: 'Kim', comment: '', rating: 5 };
    await db.insert(reviews).values(Array.from({ length: 300 }, () => more));
    await db.insert(reviews).values({ ...more, rating: 3, hiddenBecause: 'spam' });
    const [, , after = 0, , all = 0] = await counts();
    expect([after - threes, all - fives]).toEqual([0, 300]);
    expect(await read('/api/reviews/by-coach/1/')).toHaveLength(200);
  });

  test("follows the coach's local hours in summer and winter", async () => {
    turnTo('2027-01-08T08:00:00Z');
    const afternoon = (first: number) =>
      Array.from({ length: 8 }, (_, hour) => `${first + hour}:00`);
    expect(await startsOn('2027-01-11')).toEqual(afternoon(13));
    expect(await startsOn('2027-01-09')).toEqual(['09:00', ...afternoon(10).slice(0, 7)]);
    turnTo('2027-07-08T08:00:00Z');
    expect(await startsOn('2027-07-12')).toEqual(afternoon(12));
  });

  test('limits starts to two hours and sixty days ahead', {
    tags: ['@fault-11.9'],
  }, async () => {
    turnTo('2027-01-11T12:30:00Z');
    expect(await startsOn('2027-01-11')).toEqual([
      '15:00',
      '16:00',
      '17:00',
      '18:00',
      '19:00',
      '20:00',
    ]);
    const status = async (date: string) =>
      (await api().send('GET', `/api/coach/1/available-slots/?date=${date}&duration=60`)).status;
    expect([await status('2027-03-12'), await status('2027-03-13')]).toEqual([200, 400]);
    expect(await startsOn('2027-01-10')).toEqual([]);
  });

  test('offers longer sessions only where they fit', async () => {
    turnTo('2027-01-08T08:00:00Z');
    const { available_slots } = await read(
      '/api/coach/1/available-slots/?date=2027-01-11&duration=120',
    );
    expect(available_slots.at(-1)).toEqual({ start: '19:00', room_minutes: 120 });
  });

  test("rejects another coach's service", async () => {
    const [other] = await api()
      .db.insert(coaches)
      .values({ userId: 2, name: 'Vega', description: '', rankImages: [], timeZone: 'UTC' })
      .returning({ id: coaches.id });
    const [service] = await api()
      .db.insert(services)
      .values({
        coachId: other?.id ?? 0,
        slug: 'review',
        label: 'Review',
        rateCents: 100,
        isHourly: false,
        position: 0,
      })
      .returning({ id: services.id });
    const order = { ...api().order(null), service_id: service?.id };
    expect(
      (await api().send('POST', '/api/create-booking/', order, await api().newStudent('cheater')))
        .status,
    ).toBe(404);
  });
});
