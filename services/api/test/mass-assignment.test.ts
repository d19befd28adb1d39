import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, coaches, operators, reviews, services, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';

const tables = { bookings, coaches, reviews, services, users };
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = [
  ...Object.values(tables).flatMap((one) => Object.keys(getTableColumns(one))),
  ...['role', 'operator', 'verified', 'price', 'paid', 'hidden', 'user', 'isAdmin', 'family'],
];

/** Every column by both of its names, with a value that would do harm. */
const everyColumn: Record<string, unknown> = Object.fromEntries(
  columns.flatMap((name) => {
    const harm = /At$|Until$|After$/.test(name)
      ? '2030-01-01T00:00:00.000Z'
      : /status$/i.test(name)
        ? 'completed'
        : /^(refund|purpose|role)$/.test(name)
          ? 'operator'
          : 1;
    return [name, snake(name)].map((key) => [key, harm]);
  }),
);

onEveryDatabaseAtNight('every column in a request', (api) => {
  /** Rows of all tables that the columns belong to. */
  const rows = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(tables).map(async ([name, one]) => [
          name,
          await api().db.select().from(one),
        ]),
      ),
    ) as { [Name in keyof typeof tables]: Record<string, unknown>[] };

  /** Values that differ between two states, as `table.column`, except those of new rows. */
  function differences(
    before: Awaited<ReturnType<typeof rows>>,
    after: Awaited<ReturnType<typeof rows>>,
  ): string[] {
    const found = Object.entries(before).flatMap(([name, old]) =>
      old.flatMap((row) => {
        const now = after[name as keyof typeof tables].find(({ id }) => id === row['id']) ?? {};
        return Object.keys(row)
          .filter((key) => JSON.stringify(row[key]) !== JSON.stringify(now[key]))
          .map((key) => `${name}.${key}`);
      }),
    );
    return [...new Set(found)].sort();
  }
  const newIn = (
    name: keyof typeof tables,
    before: Awaited<ReturnType<typeof rows>>,
    after: Awaited<ReturnType<typeof rows>>,
  ) => after[name].filter(({ id }) => !before[name].some((old) => old['id'] === id));

  test('sets nothing beyond the form', { tags: ['@fault-E3'] }, async () => {
    const [student] = await api().newCrowd('assigner', 1);
    const { coachId, serviceId, userId: coachUserId } = await api().newCoach('assigned');
    const coach = await signAccess(api(), coachUserId);
    const owner = { studentId: student?.id ?? 0, coachId, serviceId, coachUserId };
    const over = await booking(api(), owner, 'completed', { completedAt: api().now() });
    const { id } = await booking(api(), owner, 'confirmed');
    const own = (await api().send('GET', '/api/coach/profile/', undefined, coach)).body;
    const profile = Object.fromEntries(
      Object.entries(own).filter(
        ([name]) => !['picture_origins', 'choices', 'public_page', 'portrait_url'].includes(name),
      ),
    );
    const edits: [string, string, object, string | undefined, string[]][] = [
      ['PATCH', `/api/bookings/${id}/notes/`, { notes: 'New.' }, coach, ['bookings.notes']],
      ['PATCH', `/api/bookings/${id}/status/`, { status: 'confirmed' }, coach, []],
      [
        'PATCH',
        '/api/coach/profile/',
        { ...profile, description: 'New.' },
        coach,
        ['coaches.description'],
      ],
      [
        'POST',
        '/api/account/display-name/',
        { name: 'Kim' },
        student?.token,
        ['users.displayName'],
      ],
    ];
    for (const [method, path, body, token, allowed] of edits) {
      const before = await rows();
      const answer = await api().send(method, path, { ...everyColumn, ...body }, token);
      expect([path, answer]).toMatchObject([path, { status: 200 }]);
      expect([path, differences(before, await rows())]).toEqual([path, allowed]);
    }

    const inTwoDays = new Date(api().now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const before = await rows();
    const review = { booking: over.id, reviewer_name: 'Kim', rating: 4, comment: 'Good.' };
    const email = 'assigner-new@example.com';
    const creations: [string, object, string | undefined][] = [
      ['/api/reviews/', review, student?.token],
      [
        '/api/create-booking/',
        api().order(
          { date: inTwoDays, time: '12:00' },
          { coach_id: coachId, service_id: serviceId, time_zone: 'UTC' },
        ),
        student?.token,
      ],
      [
        '/api/register/',
        { username: email, email, password: 'Secret-123!', recaptcha: await api().human() },
        undefined,
      ],
    ];
    for (const [path, body, token] of creations) {
      const answer = await api().send('POST', path, { ...everyColumn, ...body }, token);
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201);
    }
    const after = await rows();
    expect(differences(before, after)).toEqual([]);
    expect(newIn('reviews', before, after)).toMatchObject([
      { bookingId: over.id, coachId, reviewerName: 'Kim', rating: 4, hiddenBecause: null },
    ]);
    expect(newIn('bookings', before, after)).toMatchObject([
      {
        ...{
          studentId: student?.id,
          coachId,
          serviceId,
          status: 'pending_payment',
          refund: 'none',
        },
        ...{ amountCents: 2500, quantity: 1, paidAt: null, checkoutSession: null, notes: '' },
        commissionBps: 1500,
      },
    ]);
    expect(newIn('users', before, after)).toMatchObject([
      { email, verifiedAt: null, lockedAt: null, deletedAt: null },
    ]);
    expect(newIn('coaches', before, after)).toEqual([]);
    const roles = (await api().db.select().from(operators)).map(({ userId }) => userId);
    expect(roles).not.toContain(newIn('users', before, after)[0]?.['id']);
  });
});
