import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coachApplications, reviewReports, reviews, waitlist } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { application, booking } from './matrix-row';

interface Listed {
  id: number;
  state: string;
}

onEveryDatabaseAtNight("the operator's long lists", (api) => {
  const get = async (path: string) =>
    (await api().send('GET', `/api/operator/${path}`, undefined, api().config.operatorToken)).body;
  const readIds = async (path: string): Promise<number[]> =>
    (await get(path)).map(({ id }: Listed) => id);
  const readStatus = async (path: string) =>
    (await api().send('GET', `/api/operator/${path}`, undefined, api().config.operatorToken))
      .status;

  async function addApplications(count: number, decided: boolean): Promise<number[]> {
    const { time_zone: timeZone, ...fields } = application;
    const rows = await api()
      .db.insert(coachApplications)
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...fields,
          timeZone,
          email: `${decided ? 'decided' : 'open'}-${index}@example.com`,
          decidedAt: decided ? new Date(Date.UTC(2026, 10, 1, 0, index)) : null,
        })),
      )
      .returning({ id: coachApplications.id });
    return rows.map(({ id }) => id);
  }

  test('continue applications below one, in each state and in all', async () => {
    const open = (await addApplications(3, false)).reverse();
    const decided = (await addApplications(105, true)).reverse();
    expect(await readIds('applications/')).toEqual([...open, ...decided].slice(0, 100));
    expect(await readIds(`applications/?below=${open.at(-1)}`)).toEqual(decided.slice(0, 100));
    expect(await readIds(`applications/?below=${decided[96]}`)).toEqual(decided.slice(97));
    expect(await readIds('applications/?state=open')).toEqual(open);
    expect(await readIds(`applications/?state=open&below=${open[0]}`)).toEqual(open.slice(1));
    expect(await readIds('applications/?state=decided')).toEqual(decided.slice(0, 100));
    expect(await readIds(`applications/?state=decided&below=${decided[99]}`)).toEqual(
      decided.slice(100),
    );
    const [oldest] = await get(`applications/?state=decided&below=${decided[103]}`);
    expect(oldest).toMatchObject({ state: 'declined', decided_at: '2026-11-01T00:00:00.000Z' });
    expect((await get('applications/?state=open'))[0]).toMatchObject({ decided_at: null });
    expect(await readStatus('applications/?state=accepted')).toBe(400);
  });

  test('start applications over after the last one was decided', async () => {
    const [first, ...others] = await readIds('applications/?state=open');
    await api()
      .db.update(coachApplications)
      .set({ decidedAt: api().now() })
      .where(eq(coachApplications.id, first ?? 0));
    expect(await readIds(`applications/?state=open&below=${first}`)).toEqual(others);
  });

  test('count the bookings of a student and of a coach', async () => {
    const { userId, ...coach } = await api().newCoach('counted');
    const [student] = await api().newCrowd('counted-student-', 1);
    const studentId = student?.id ?? 0;
    const owner = { ...coach, userId, studentId, coachUserId: userId };
    for (const _ of [1, 2]) await booking(api(), owner, 'completed');
    expect(await get(`members/?q=${userId}`)).toMatchObject([{ bookings: 2 }]);
    expect(await get(`members/?q=${studentId}`)).toMatchObject([{ bookings: 2 }]);
  });

  async function addReviews(count: number, hiddenBecause: string | null): Promise<number[]> {
    const { coachId } = await api().newCoach(`reviewed-${hiddenBecause}`);
    const rows = await api()
      .db.insert(reviews)
      .values(
        Array.from({ length: count }, () => ({
          ...{ coachId, reviewerName: 'Kim', comment: 'Good.', rating: 5, hiddenBecause },
        })),
      )
      .returning({ id: reviews.id });
    return rows.map(({ id }) => id);
  }

  test('continue reviews below one, in each state and in all', async () => {
    const reported = await addReviews(103, null);
    const hidden = (await addReviews(102, 'An advertisement.')).reverse();
    const crowd = await api().newCrowd('reporters', 3);
    const [most = 0] = reported; // the oldest has the most reports
    const report = (ids: number[], { id: userId }: { id: number }) =>
      api()
        .db.insert(reviewReports)
        .values(ids.map((reviewId) => ({ reviewId, userId, reason: 'Spam' })));
    await report(reported, crowd[0] ?? { id: 0 });
    await report([most, reported[50] ?? 0], crowd[1] ?? { id: 0 });
    await report([most], crowd[2] ?? { id: 0 });
    const others = reported.filter((id) => id !== most && id !== reported[50]).reverse();
    const order = [most, reported[50] ?? 0, ...others];
    expect(await readIds('reviews/')).toEqual(order.slice(0, 100));
    expect((await get('reviews/'))[0].coach).toBe('reviewed-null');
    expect(await readIds(`reviews/?below=${order[99]}`)).toEqual(
      [...order.slice(100), ...hidden].slice(0, 100),
    );
    expect(await readIds('reviews/?state=reported')).toEqual(order.slice(0, 100));
    expect(await readIds(`reviews/?state=reported&below=${order[99]}`)).toEqual(order.slice(100));
    expect(await readIds('reviews/?state=hidden')).toEqual(hidden.slice(0, 100));
    expect(await readIds(`reviews/?state=hidden&below=${hidden[99]}`)).toEqual(hidden.slice(100));
    await api()
      .db.delete(reviewReports)
      .where(inArray(reviewReports.reviewId, [order[99] ?? 0]));
    expect((await readIds(`reviews/?state=reported&below=${order[99]}`))[0]).toBe(most);
    expect(await readStatus('reviews/?state=shown')).toBe(400);
  });

  test('continue the waiting list after an entry', async () => {
    const since = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
    const waiting = Array.from({ length: 1003 }, (_, index) => ({
      game: 'lol',
      email: `waits-${index}/x@example.com`,
      createdAt: since(Math.ceil(index / 2)), // the page ends within a pair of the same time
    }));
    const invited = { game: 'cs2', email: 'invited@example.com', createdAt: since(-9) };
    await api().db.delete(waitlist);
    await api().db.insert(waitlist).values(waiting);
    await api()
      .db.insert(waitlist)
      .values({ ...invited, invitedAt: since(0) });
    const readEmails = async (query: string): Promise<string[]> =>
      (await get(`waitlist/${query}`)).map(({ email }: { email: string }) => email);
    const first = await readEmails('');
    expect(first).toHaveLength(1000);
    const rest = await readEmails(`?after=lol/${encodeURIComponent(first.at(-1) ?? '')}`);
    expect(rest).toHaveLength(4);
    expect(rest.at(-1)).toBe(invited.email);
    expect(new Set([...first, ...rest]).size).toBe(1004);
    const pages: string[] = [];
    for (let last = ''; ; ) {
      const page = await readEmails(
        `?limit=100${last && `&after=lol/${encodeURIComponent(last)}`}`,
      );
      expect(page.length).toBeLessThanOrEqual(100);
      pages.push(...page);
      if (page.length < 100) break;
      last = page.at(-1) ?? '';
    }
    expect(pages).toEqual([...first, ...rest]);
    expect(await readEmails('?after=cs2/invited@example.com')).toEqual([]);
    expect(await readEmails('?after=lol/gone@example.com')).toEqual(first);
    expect(await readStatus('waitlist/?after=17')).toBe(400);
  });
});
