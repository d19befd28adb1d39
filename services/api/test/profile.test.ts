import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coaches, reviews } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

onEveryDatabaseAtNight('the profile of a coach', (api) => {
  async function coach(name: string) {
    const { coachId, serviceId, userId } = await api().newCoach(name);
    const token = await signAccess(api(), userId);
    const get = async () => (await api().send('GET', '/api/coach/profile/', undefined, token)).body;
    const set = async (change: object) => {
      const { name: _, picture_origins: __, ...own } = await get();
      return api().send('PATCH', '/api/coach/profile/', { ...own, ...change }, token);
    };
    const shown = async () => (await api().send('GET', `/api/coaches/${coachId}/`)).body;
    const offered = async () => (await api().send('GET', `/api/coaches/${coachId}/services/`)).body;
    return { coachId, serviceId, token, get, set, shown, offered };
  }

  test('publishes what the coach saves', async () => {
    const { set, shown, get } = await coach('profiled');
    const ranks = [
      { url: 'https://pictures.example/summit.png', alt: 'Rank: Summit, Counter-Strike 2' },
    ];
    const change = {
      description: '**Better**',
      image_url: 'http://api.test/media/coach-nova.svg',
      special_offer: 'two for one.',
      rank_images: ranks,
    };
    expect((await set(change)).status).toBe(200);
    expect(await shown()).toMatchObject(change);
    expect(await get()).toMatchObject({
      ...change,
      name: 'profiled',
      picture_origins: ['http://api.test', 'https://pictures.example'],
    });
    expect((await set({ image_url: null, special_offer: null, rank_images: [] })).status).toBe(200);
    expect(await shown()).toMatchObject({ image_url: null, special_offer: null, rank_images: [] });
  });

  test.each([
    ['the coach', '/api/coach/profile/'],
    ['an operator', null],
  ])('saves the first service of a new coach, by %s', async (by, path) => {
    const { operatorToken } = api().config;
    const email = `${by.at(-1)}@fresh.example.com`;
    const fresh = { email, name: 'Fresh', time_zone: 'UTC' };
    const { id } = (await api().send('POST', '/api/operator/coaches/', fresh, operatorToken)).body;
    const [row] = await api().db.select().from(coaches).where(eq(coaches.id, id));
    const token = path ? await signAccess(api(), row?.userId ?? 0) : operatorToken;
    const at = path ?? `/api/operator/coaches/${id}/`;
    const { description, image_url, special_offer, rank_images, services } = (
      await api().send('GET', at, undefined, token)
    ).body;
    expect(services).toEqual([]);
    const seen = { description, image_url, special_offer, rank_images, services };
    const words = await api().send('PATCH', at, { ...seen, description: 'Calm.' }, token);
    expect(words).toMatchObject({ status: 200, body: { description: 'Calm.', services: [] } });
    const first = { id: null, label: 'One-on-one coaching', rate: 45, is_hourly: true };
    const saved = await api().send('PATCH', at, { ...seen, services: [first] }, token);
    expect(saved).toMatchObject({ status: 200, body: { services: [{ rate: 45 }] } });
    expect(await api().send('PATCH', at, { ...seen, services: [] }, token)).toMatchObject({
      status: 400,
      body: { detail: 'Please keep at least one service.' },
    });
  });

  test('keeps what another tab saved', async () => {
    const { get, set } = await coach('two-tabs');
    const seen = await get();
    expect((await set({ special_offer: 'two for one.', seen })).status).toBe(200);
    const late = await set({ description: 'Older.', special_offer: null, seen });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringMatching(/meantime/)]);
    expect(await get()).toEqual({ ...seen, special_offer: 'two for one.' });
    expect((await set({ special_offer: null, seen: await get() })).status).toBe(200);
  });

  test.each([
    ['the coach', '/api/coach/profile/'],
    ['an operator', null],
  ])('accepts a repeated save, by %s', async (by, path) => {
    const { coachId, token: own, get, offered } = await coach(`repeats-${by.at(-1)}`);
    const { description, image_url, special_offer, rank_images, services: before } = await get();
    const seen = { description, image_url, special_offer, rank_images, services: before };
    const services = [
      { id: null, label: 'Review', rate: 18, is_hourly: false },
      { ...before[0], rate: 17.55 },
    ];
    const address = 'https://PICTURES.example/my me.png';
    const pictures = { image_url: address, rank_images: [{ url: address, alt: 'Summit' }] };
    const change = { ...seen, ...pictures, special_offer: 'two for one.', services, seen };
    const [at, token] = path
      ? [path, own]
      : [`/api/operator/coaches/${coachId}/`, api().config.operatorToken];
    const save = (other: object) => api().send('PATCH', at, { ...change, ...other }, token);
    const first = await save({});
    expect(first).toMatchObject({
      status: 200,
      body: {
        image_url: 'https://pictures.example/my%20me.png',
        services: [{ rate: 18 }, { rate: 17.55 }],
      },
    });
    expect(await save({})).toEqual(first);
    expect(await offered()).toEqual(first.body.services);
    expect((await save({ services: before })).status).toBe(409);
  });

  test.each([
    'https://elsewhere.example/me.png',
    'http://pictures.example/me.png',
    'https://pictures.example.evil.example/me.png',
    'http://api.test/media/../openapi.json',
    'http://api.test/media/%2e%2e/x.svg',
    'http://api.test/healthz',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
  ])('rejects a picture at %s', async (url) => {
    const { set, shown } = await coach(`picture-${url.replace(/\W+/g, '-')}`.slice(0, 60));
    expect((await set({ image_url: url })).status).toBe(400);
    expect((await set({ rank_images: [{ url, alt: 'x' }] })).status).toBe(400);
    expect((await shown()).image_url).toBeNull();
  });

  test('applies a new price to new bookings only', {
    tags: ['@extra-13'],
  }, async () => {
    const { coachId, serviceId, get, set, offered, token } = await coach('prices');
    const day = new Date(api().now().getTime() + 4 * 86_400_000).toISOString().slice(0, 10);
    const order = (time: string, service: number) =>
      api().order({ date: day, time }, { coach_id: coachId, service_id: service });
    const [early, held, late] = await api().newCrowd('prices', 3);
    const book = (time: string, service: number, student: { token: string } | undefined) =>
      api().send('POST', '/api/create-booking/', order(time, service), student?.token);
    const pay = async (id: number, student: { token: string } | undefined) => {
      const { sessionId } = (
        await api().send('POST', `/api/bookings/${id}/checkout/`, {}, student?.token)
      ).body;
      await api().pay(sessionId);
      await webhook(api(), sessionId);
      return (
        await api().send(
          'GET',
          `/api/stripe/success-info/?session_id=${sessionId}`,
          undefined,
          student?.token,
        )
      ).body.purchase;
    };
    const first = (await book('10:00', serviceId, early)).body.booking_id;
    expect(await pay(first, early)).toMatchObject({ service: 'One-on-one coaching', amount: 25 });
    const second = (await book('12:00', serviceId, held)).body.booking_id;

    const [service] = (await get()).services;
    expect(
      (await set({ services: [{ ...service, label: 'Master class', rate: 40.5 }] })).status,
    ).toBe(200);
    const [renewed] = await offered();
    expect(renewed).toMatchObject({ label: 'Master class', rate: 40.5 });
    expect(renewed.id).not.toBe(serviceId);
    expect(await pay(second, held)).toMatchObject({ service: 'One-on-one coaching', amount: 25 });
    expect((await book('14:00', serviceId, late)).status).toBe(410);
    expect((await book('12:00', serviceId, held)).status).toBe(410);
    const third = (await book('14:00', renewed.id, late)).body.booking_id;
    expect(await pay(third, late)).toMatchObject({ service: 'Master class', amount: 40.5 });
    const listed = (await api().send('GET', '/api/bookings/', undefined, token)).body;
    expect(
      listed.map(({ service_name, service_type, amount }: Record<string, unknown>) => [
        service_name,
        service_type,
        amount,
      ]),
    ).toEqual([
      ['One-on-one coaching', 'one_on_one', 25],
      ['One-on-one coaching', 'one_on_one', 25],
      ['Master class', 'master_class', 40.5],
    ]);
  });

  test('adds, reorders and removes services, keeping unchanged ones', async () => {
    const { serviceId, get, set, offered } = await coach('ordered');
    const [service] = (await get()).services;
    const added = { id: null, label: 'Review', rate: 18, is_hourly: false };
    expect((await set({ services: [added, service] })).body.services).toMatchObject([
      { label: 'Review' },
      { id: serviceId },
    ]);
    expect(await offered()).toMatchObject([
      { label: 'Review', rate: 18, is_hourly: false },
      { id: serviceId, rate: 25 },
    ]);
    await set({ services: [service] });
    expect(await offered()).toMatchObject([{ id: serviceId }]);
    expect((await set({ services: [{ ...added, id: (await offered())[0].id + 1 }] })).status).toBe(
      409,
    );
  });

  test.each([
    ['none', []],
    ['a price of nothing', [{ id: null, label: 'x', rate: 0, is_hourly: true }]],
    ['part of a cent', [{ id: null, label: 'x', rate: 1.005, is_hourly: true }]],
    ['too much', [{ id: null, label: 'x', rate: 10_001, is_hourly: true }]],
    ['no name', [{ id: null, label: '  ', rate: 1, is_hourly: true }]],
  ])('rejects services: %s', async (name, services) => {
    const { set, offered } = await coach(`refused-${name.replaceAll(' ', '-')}`);
    const before = await offered();
    expect((await set({ services })).status).toBe(400);
    expect(await offered()).toEqual(before);
  });

  test('shows a reply until it is removed', {
    tags: ['@extra-13'],
  }, async () => {
    const { coachId, token } = await coach('replies');
    const [student] = await api().newCrowd('replies', 1);
    const [review] = await api()
      .db.insert(reviews)
      .values({ coachId, reviewerName: 'Kim', comment: 'Good.', rating: 5 })
      .returning();
    const reply = (text: string, who = token) =>
      api().send('POST', `/api/reviews/${review?.id}/reply/`, { reply: text }, who);
    const shown = async () =>
      (await api().send('GET', `/api/reviews/by-coach/${coachId}/`)).body[0].reply;
    expect(await shown()).toBeNull();
    expect((await reply(' Thank you. ')).status).toBe(200);
    expect(await shown()).toBe('Thank you.');
    expect((await reply('Mine now.', (await api().asCoach()).access)).status).toBe(404);
    expect((await reply('Mine now.', student?.token)).status).toBe(404);
    expect((await reply('x'.repeat(2001))).status).toBe(400);
    expect(await shown()).toBe('Thank you.');
    await reply('');
    expect(await shown()).toBeNull();
  });

  test('shows shortened waiting addresses to coaches only', async () => {
    const { token } = await coach('waiting');
    await api().send('POST', '/api/waitlist/', { game: 'dota2', email: 'Patient@Example.com' });
    const list = (who?: string) => api().send('GET', '/api/waitlist/entries/', undefined, who);
    expect((await list(token)).body).toContainEqual({
      game: 'dota2',
      game_name: 'Dota 2',
      waiting: 1,
      address: 'p…@example.com',
      since: expect.any(String),
    });
    expect(JSON.stringify((await list(token)).body)).not.toContain('atient');
    expect((await list((await api().asStudent()).access)).status).toBe(404);
    expect((await list()).status).toBe(401);
  });
});
