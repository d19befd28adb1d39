import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as answers from '.';

const read = <T>(shape: (value: unknown) => T, answer: Promise<unknown>) =>
  answers.read(shape, answer as Promise<never>);

const shapes = new Map(Object.entries(answers)) as Map<string, typeof answers.coach>;

const minimal = {
  coach: { name: 'Nova', description: 'Aim.', image_url: null },
  services: [{ id: 1, label: 'Hour', rate: 25, is_hourly: true }],
  slots: { available_slots: [{ start: '09:00' }] },
  reviews: [{ rating: 5, comment: 'Good.' }],
  mySessions: [{ id: 3 }],
  coachBookings: [{ id: 'b-1', service: { slug: 'x' } }],
  tokens: { access: 'a', refresh: 'r' },
  createdBooking: { booking_id: 5 },
  checkout: { sessionId: 's' },
  successInfo: { booking_id: 5 },
  discordStart: { error: 'Closed.' },
} as const;

describe.each(Object.entries(minimal))('%s', (name, answer) => {
  const shape = shapes.get(name) as typeof answers.coach;
  const reading = (body: unknown) => read(shape, Promise.resolve(body));

  test("reads a minimal answer with the specification's fields", async () => {
    expect(await reading(answer)).toMatchObject(answer);
  });

  test.each([[null], ['text'], [7], [true], [undefined], [[null]], [[[]]], ['']])(
    'fails with an ApiError for %j',
    async (body) => {
      if (Array.isArray(body) && /Info|Start|created/.test(name)) return;
      await expect(reading(body)).rejects.toMatchObject({ name: 'ApiError', code: 'malformed' });
    },
  );

  test('treats mistyped fields as failures or as absent', {
    tags: ['@fault-11.17', '@fault-I3'],
  }, async () => {
    const one = (Array.isArray(answer) ? answer[0] : answer) as Record<string, unknown>;
    const fields = [
      ...Object.keys(one),
      'rank_images',
      'verified',
      'session_time',
      'status',
      'url',
      'has_review',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.jsonValue(), async (field, value) => {
        const body = { ...one, [field]: value };
        const outcome = await reading(Array.isArray(answer) ? [body] : body).catch(
          (error: unknown) => error,
        );
        if (outcome instanceof Error)
          expect(outcome).toMatchObject({ name: 'ApiError', code: 'malformed' });
      }),
    );
  });
});

test('ignores mistyped fields that only our server sends', async () => {
  expect(
    await read(answers.coach, Promise.resolve({ ...minimal.coach, rank_images: ['gold.png'] })),
  ).not.toHaveProperty('rank_images.0');
  expect(
    await read(
      answers.reviews,
      Promise.resolve([{ ...minimal.reviews[0], id: {}, verified: 'yes' }]),
    ),
  ).toEqual([{ rating: 5, comment: 'Good.', id: undefined, verified: undefined }]);
});

test.each([
  ['services', [{ id: 1, label: 'Hour', rate: '25', is_hourly: true }]],
  ['services', [{ id: 1, label: 'Hour', rate: -1, is_hourly: true }]],
  ['slots', { available_slots: ['09:00'] }],
  ['slots', { available_slots: [{ start: '9 am' }] }],
  ['slots', { available_slots: [{ start: '24:00' }] }],
  ['reviews', [{ rating: 6, comment: '' }]],
  ['reviews', { results: [] }],
  ['mySessions', [{ id: 1, session_time: 1790000000 }]],
  ['coachBookings', [{ id: 1, contact_info: { name: 'Kim' } }]],
  ['coach', { name: { first: 'Nova' }, description: '' }],
  ['successInfo', { error: { code: 1 } }],
  ['checkout', { sessionId: null }],
] as const)('%s rejects %j', async (name, body) => {
  await expect(
    read(shapes.get(name) as typeof answers.coach, Promise.resolve(body)),
  ).rejects.toMatchObject({ code: 'malformed' });
});

test('reads a booking whose service is an id', () => {
  const booking = { id: 2, service: 3, service_name: 'Aim training' };
  expect(answers.coachBookings([booking])).toMatchObject([{ service_name: 'Aim training' }]);
});
