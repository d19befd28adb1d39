import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings, coaches, reviews, services, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('revisions of public responses', (api) => {
  const revisions = async () => (await api().send('GET', '/api/revisions/')).body.revisions;
  async function changed(ids: number[], action: () => Promise<unknown>): Promise<number[]> {
    const before = await revisions();
    await action();
    const after = await revisions();
    const differs = (path: string) => before[path] !== after[path];
    for (const id of ids)
      expect(differs(`/api/coaches/${id}/`)).toBe(differs(`/api/reviews/by-coach/${id}/`));
    return ids.filter((id) => differs(`/api/coaches/${id}/`));
  }

  test('counts visible changes of their coach only', async () => {
    const one = await api().newCoach('counted');
    const other = await api().newCoach('other');
    const ids = [one.coachId, other.coachId];
    const { db } = api();
    const mine = eq(coaches.id, one.coachId);
    const token = await signAccess(api(), one.userId);
    const own = (await api().send('GET', '/api/coach/profile/', undefined, token)).body;
    const { name: _, picture_origins: __, ...profile } = own;
    const save = () =>
      api().send('PATCH', '/api/coach/profile/', { ...profile, description: 'Anew' }, token);
    expect(await changed(ids, save)).toEqual([one.coachId]);
    expect((await api().send('GET', `/api/coaches/${one.coachId}/`)).body.description).toBe('Anew');
    const retire = () =>
      db.update(services).set({ retiredAt: new Date() }).where(eq(services.coachId, one.coachId));
    expect(await changed(ids, retire)).toEqual([one.coachId]);
    const review = { coachId: one.coachId, reviewerName: 'Kim', comment: 'Good', rating: 5 };
    expect(await changed(ids, async () => db.insert(reviews).values(review))).toEqual([
      one.coachId,
    ]);
    const hide = () =>
      db.update(reviews).set({ hiddenBecause: 'rude' }).where(eq(reviews.coachId, one.coachId));
    expect(await changed(ids, hide)).toEqual([one.coachId]);
    const remove = () => db.delete(reviews).where(eq(reviews.coachId, one.coachId));
    expect(await changed(ids, remove)).toEqual([one.coachId]);
    const pause = () => db.update(coaches).set({ bufferMinutes: 15 }).where(mine);
    expect(await changed(ids, pause)).toEqual([]);
    expect(await changed(ids, async () => {})).toEqual([]);
  });

  test('counts a completed session until it is undone', {
    tags: ['@extra-34'],
  }, async () => {
    const student = await api().newStudent('counted');
    const booked = await api().send('POST', '/api/create-booking/', api().order(null), student);
    const { db } = api();
    const given = async () => (await api().send('GET', '/api/coaches/1/')).body.sessions_given;
    const set = (status: 'confirmed' | 'completed' | 'cancelled') => () =>
      db.update(bookings).set({ status }).where(eq(bookings.id, booked.body.booking_id));
    expect(await changed([1], set('confirmed'))).toEqual([]);
    expect(await given()).toBe(0);
    expect(await changed([1], set('completed'))).toEqual([1]);
    expect(await given()).toBe(1);
    expect(await changed([1], set('completed'))).toEqual([]);
    expect(await changed([1], set('confirmed'))).toEqual([1]);
    expect(await given()).toBe(0);
  });

  test('counts committed changes only, including concurrent ones', async () => {
    const { coachId } = await api().newCoach('undone');
    const { db } = api();
    const rename = (name: string) => async (tx: Pick<typeof db, 'update'>) => {
      await tx.update(coaches).set({ name }).where(eq(coaches.id, coachId));
      if (name === 'never') throw new Error('undone');
    };
    const undone = () => db.transaction(rename('never')).catch(() => {});
    expect(await changed([coachId], undone)).toEqual([]);
    const both = () => Promise.all([db.transaction(rename('a')), db.transaction(rename('b'))]);
    expect(await changed([coachId], both)).toEqual([coachId]);
  });

  test('counts many changes of a coach in a transaction once', async () => {
    const { coachId } = await api().newCoach('reviewed');
    const { db } = api();
    const readNumber = async () => {
      const [row] = await db
        .select({ number: sql`last_value`.mapWith(Number) })
        .from(sql`coach_revision_numbers`);
      return row?.number ?? 0;
    };
    const review = { coachId, reviewerName: 'Kim', comment: 'Good', rating: 5 };
    const before = await readNumber();
    await db.insert(reviews).values(Array.from({ length: 50 }, () => review));
    await db.delete(reviews).where(eq(reviews.coachId, coachId));
    expect((await readNumber()) - before).toBeLessThanOrEqual(4); // an upsert takes two numbers
  });

  test('counts a change after a savepoint that was rolled back', async () => {
    const { coachId } = await api().newCoach('saved');
    const { db } = api();
    const rename = (tx: Pick<typeof db, 'update'>, name: string) =>
      tx.update(coaches).set({ name }).where(eq(coaches.id, coachId));
    const work = () =>
      db.transaction(async (tx) => {
        const undone = tx.transaction(async (savepoint) => {
          await rename(savepoint as typeof db, 'never');
          throw new Error('undone');
        });
        await undone.catch(() => {});
        await rename(tx as typeof db, 'kept');
      });
    expect(await changed([coachId], work)).toEqual([coachId]);
  });

  test('responds 304 to a current ETag', async () => {
    const { coachId } = await api().newCoach('tagged');
    const first = await api().app.request('/api/revisions/');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = () => api().app.request('/api/revisions/', { headers: { 'if-none-match': tag } });
    expect((await again()).status).toBe(304);
    const { db } = api();
    await db.update(coaches).set({ name: 'Renamed' }).where(eq(coaches.id, coachId));
    expect((await again()).status).toBe(200);
  });

  test('names a locked coach as removed, and the list as changed', async () => {
    const { coachId, userId } = await api().newCoach('locked');
    const read = async () => (await api().send('GET', '/api/revisions/')).body;
    const set = (lockedAt: Date | null) =>
      api().send(
        'POST',
        `/api/operator/members/${userId}/${lockedAt ? 'lock' : 'unlock'}/`,
        {},
        api().config.operatorToken,
      );
    const path = `/api/coaches/${coachId}/`;
    const before = await read();
    expect((await set(new Date())).status).toBe(200);
    const locked = await read();
    expect(locked.removed).toContain(path);
    expect(locked.revisions[path]).toBeUndefined();
    expect(locked.lists).not.toEqual(before.lists);
    await set(null);
    const after = await read();
    expect(after.removed).not.toContain(path);
    expect(Number(after.revisions[path])).toBeGreaterThan(Number(before.revisions[path]));
    expect(after.lists).not.toEqual(locked.lists);
  });

  test('keeps the list as it is when a profile changes', async () => {
    const { coachId } = await api().newCoach('steady');
    const lists = async () => (await api().send('GET', '/api/revisions/')).body.lists;
    const before = await lists();
    await api().db.update(coaches).set({ name: 'Anew' }).where(eq(coaches.id, coachId));
    expect(await lists()).toEqual(before);
    await api().newCoach('newer');
    expect(await lists()).not.toEqual(before);
  });

  test('stays small with 2,000 coaches', async () => {
    const { coachId } = await api().newCoach('early');
    const { db } = api();
    await db.execute(sql`
      WITH made AS (
        INSERT INTO ${users} (email, password_hash)
          SELECT 'crowd' || n || '@example.com', 'x' FROM generate_series(1, 2000) AS n
          RETURNING id)
      INSERT INTO ${coaches} (user_id, name, description, time_zone)
        SELECT id, 'Coach', '', 'UTC' FROM made`);
    const read = async () => (await api().send('GET', '/api/revisions/')).body;
    const path = `/api/coaches/${coachId}/`;
    const before = await read();
    expect(Object.keys(before.revisions)).toHaveLength(200);
    expect(JSON.stringify(before).length).toBeLessThan(16_000);
    expect(before.revisions[path]).toBeUndefined();
    expect(before.range.newest).toBeGreaterThan(before.range.oldest);
    await db.update(coaches).set({ name: 'Late' }).where(eq(coaches.id, coachId));
    const after = await read();
    expect(after.revisions[path]).toBe(String(after.range.newest));
    expect(after.range.oldest).toBeLessThanOrEqual(before.range.newest);
  });
});
