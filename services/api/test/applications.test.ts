import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coachApplications, coaches, operatorAudit, users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { application } from './matrix-row';

onEveryDatabaseAtNight('applications to coach', (api) => {
  let callers = 0;
  const apply = (change: object = {}, caller = `10.0.1.${++callers}`, token?: string) =>
    api().send('POST', '/api/coach-applications/', { ...application, ...change }, token, {
      'x-forwarded-for': caller,
    });
  const operator = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/applications/${path}`, body, 'the operator of the tests');
  const readId = async (email: string) => {
    const [row] = await api()
      .db.select()
      .from(coachApplications)
      .where(eq(coachApplications.email, email));
    return row?.id ?? 0;
  };

  test('makes an accepted applicant a coach and mails them', async () => {
    expect((await apply()).status).toBe(201);
    const { body: open } = await operator('GET', '');
    expect(open).toEqual([
      expect.objectContaining({ email: application.email, rank: 'Challenger', state: 'open' }),
    ]);
    const { status, body } = await operator('POST', `${open[0].id}/accept/`, {});
    expect(status).toBe(200);
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, body.coach_id));
    expect(coach).toMatchObject({
      ...{ name: 'Vex', games: ['lol'], slug: 'vex', description: 'Mid lane.' },
    });
    const mail = await api().lastMail(application.email);
    expect(mail?.body).toContain('League of Legends');
    expect(mail?.body).toContain("Didn't apply?");
    api().clock.offset += 6 * 86_400_000;
    const [, uid, token] = /reset-password\?uid=(\d+)&token=(\S+)/.exec(mail?.body ?? '') ?? [];
    const chosen = { uid: Number(uid), token, new_password: 'Mid-lane-2026!' };
    const confirm = () => api().send('POST', '/api/auth/password-reset-confirm/', chosen);
    expect((await confirm()).body).toHaveProperty('access');
    expect((await confirm()).body).not.toHaveProperty('access');
    expect((await operator('POST', `${open[0].id}/accept/`, {})).status).toBe(409);
    expect((await operator('GET', '')).body[0]).toMatchObject({ state: 'accepted' });
  });

  test('decides only the version that was read', async () => {
    const email = 'late@example.com';
    const token = await api().newStudent('late');
    await apply({ email }, '10.0.2.1', token);
    const id = await readId(email);
    const read = async () =>
      (await operator('GET', '')).body.find((one: { id: number }) => one.id === id).since;
    const since = await read();
    api().clock.offset += 1000;
    await apply({ email, about: 'Buy my course.' }, '10.0.2.1', token);
    for (const decision of ['accept', 'decline']) {
      const { status, body } = await operator('POST', `${id}/${decision}/`, { since });
      expect([status, body.detail]).toEqual([
        409,
        'This application has changed. Please reload the page.',
      ]);
    }
    const current = { since: await read() };
    expect((await operator('POST', `${id}/accept/`, current)).status).toBe(200);
  });

  test('declines with a reason and creates no account', async () => {
    const email = 'no@example.com';
    await apply({ email });
    const id = await readId(email);
    const reason = 'Your links do not open.';
    expect((await operator('POST', `${id}/decline/`, { reason })).status).toBe(200);
    expect((await api().lastMail(email))?.body).toContain(reason);
    expect(await api().db.select().from(users).where(eq(users.email, email))).toEqual([]);
    expect((await operator('POST', `${id}/accept/`, {})).status).toBe(409);
  });

  test('rejects unknown games, missing proof and a sixth application an hour', async () => {
    expect((await apply({ game: 'chess' })).status).toBe(400);
    expect((await apply({ links: ' ' })).status).toBe(400);
    const statuses: number[] = [];
    for (let number = 0; number < 6; number++)
      statuses.push((await apply({ email: `many${number}@example.com` }, '10.9.9.9')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('adds the game to an applicant who is a coach already', async () => {
    const email = 'both@example.com';
    const accept = async (game: string) => {
      await apply({ email, game });
      const { body: open } = await operator('GET', '?state=open');
      const { id } = open.find((one: { email: string }) => one.email === email);
      return { id, ...(await operator('POST', `${id}/accept/`, {})) };
    };
    const readGames = async (id: number) =>
      (await api().db.select().from(coaches).where(eq(coaches.id, id)))[0]?.games;
    const first = await accept('lol');
    for (let time = 0; time < 2; time++) {
      const { id, status, body } = await accept('valorant');
      expect([status, body]).toEqual([200, first.body]);
      expect((await operator('GET', '?state=decided')).body).toContainEqual(
        expect.objectContaining({ id, state: 'accepted', coach_id: body.coach_id }),
      );
      expect(await readGames(body.coach_id)).toEqual(['lol', 'valorant']);
    }
    const mails = await api().mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'You now coach Valorant at Carry',
      'You now coach Valorant at Carry',
      "Welcome! You're now a coach at Carry",
    ]);
    expect(mails[0]?.body).toContain("We've added Valorant to your coach page");
    const [record] = await api()
      .db.select()
      .from(operatorAudit)
      .orderBy(desc(operatorAudit.id))
      .limit(1);
    expect(record).toMatchObject({ action: 'accept application', status: 200 });

    await api().db.update(users).set({ lockedAt: new Date() }).where(eq(users.email, email));
    expect((await accept('dota2')).status).toBe(409);
    expect(await readGames(first.body.coach_id)).toEqual(['lol', 'valorant']);
  });
});
