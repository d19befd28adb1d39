import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coachApplications, coaches, users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { application } from './matrix-row';
import { member, PASSWORD } from './member';

onEveryDatabaseAtNight('owners of applications', (api) => {
  let callers = 0;
  const apply = async (change: object, token?: string) =>
    (
      await api().send('POST', '/api/coach-applications/', { ...application, ...change }, token, {
        'x-forwarded-for': `10.0.3.${++callers}`,
      })
    ).status;
  const find = (email: string) =>
    api()
      .db.select()
      .from(coachApplications)
      .where(eq(coachApplications.email, email))
      .orderBy(asc(coachApplications.id));
  const decide = async (email: string, about: string, decision: 'accept' | 'decline') => {
    const id = (await find(email)).find((one) => one.about === about)?.id;
    const path = `/api/operator/applications/${id}/${decision}/`;
    const { operatorToken } = api().config;
    return api().send('POST', path, decision === 'decline' ? { reason: 'Why' } : {}, operatorToken);
  };
  const listed = async (email: string) =>
    (
      await api().send('GET', '/api/operator/applications/', undefined, api().config.operatorToken)
    ).body
      .filter((one: { email: string }) => one.email === email)
      .map(({ about, confirmed, state }: Record<string, unknown>) => [about, confirmed, state]);
  const findCoach = async (email: string) => {
    const [row] = await api()
      .db.select({ description: coaches.description })
      .from(coaches)
      .innerJoin(users, eq(users.id, coaches.userId))
      .where(eq(users.email, email));
    return row?.description;
  };

  test("keeps an application beside a stranger's", async () => {
    const email = 'victim@example.com';
    expect(await apply({ email, about: 'Mine.' })).toBe(201);
    expect(await apply({ email, about: 'Forged.' })).toBe(201);
    expect(await listed(email)).toEqual([
      ['Forged.', false, 'open'],
      ['Mine.', false, 'open'],
    ]);
  });

  test('stores a repeated application once', async () => {
    const email = 'twice@example.com';
    expect(await Promise.all([apply({ email }), apply({ email })])).toEqual([201, 201]);
    expect(await apply({ email })).toBe(201);
    expect(await find(email)).toHaveLength(1);
    await decide(email, application.about, 'decline');
    expect(await apply({ email })).toBe(201);
    expect(await find(email)).toHaveLength(2);
  });

  test('limits what strangers send with one address', async () => {
    const email = 'crowded@example.com';
    const token = await api().newStudent('crowded');
    const statuses = [];
    for (const about of ['1', '2', '3', '4']) statuses.push(await apply({ email, about }));
    expect(statuses).toEqual([201, 201, 201, 409]);
    expect(await apply({ email, about: '1' })).toBe(201);
    expect(await apply({ email, about: '4', game: 'cs2' })).toBe(201);
    expect(await apply({ email, about: 'Mine.' }, token)).toBe(201);
    expect(await find(email)).toHaveLength(5);
  });

  test('lets members replace their own application only', async () => {
    const email = 'owner@example.com';
    const token = await api().newStudent('owner');
    const stranger = await api().newStudent('stranger');
    await apply({ email, about: 'Signed out.' });
    await apply({ email, about: 'Old.' }, token);
    await apply({ email, about: 'Forged.' }, stranger);
    await apply({ email, about: 'New.' }, token);
    await apply({ email, about: 'New.' });
    expect(await listed(email)).toEqual([
      ['Forged.', false, 'open'],
      ['New.', true, 'open'],
      ['Signed out.', false, 'open'],
    ]);
  });

  test('refuses the token of an ended session', async () => {
    const email = 'tired@example.com';
    const { access, refresh } = await member(api(), 'tired');
    expect((await api().send('POST', '/api/token/revoke/', { refresh })).status).toBe(200);
    for (const token of [access, 'nonsense']) expect(await apply({ email }, token)).toBe(401);
    expect(await find(email)).toEqual([]);
    expect(await apply({ email })).toBe(201);
  });

  test('confirms what a member sent before the sign-in', async () => {
    const email = 'later@example.com';
    const token = await api().newStudent('later');
    await apply({ email });
    await apply({ email }, token);
    expect(await listed(email)).toEqual([[application.about, true, 'open']]);
  });

  test("makes no member a coach by a stranger's application", async () => {
    const email = 'unasked@example.com';
    const token = await api().newStudent('unasked');
    await apply({ email, about: 'Forged.' });
    expect(await decide(email, 'Forged.', 'accept')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("wasn't logged in") },
    });
    expect(await findCoach(email)).toBeUndefined();
    await apply({ email, about: 'Mine.' }, token);
    expect((await decide(email, 'Mine.', 'accept')).status).toBe(200);
    expect(await findCoach(email)).toBe('Mine.');
    expect(await listed(email)).toEqual([
      ['Mine.', true, 'accepted'],
      ['Forged.', false, 'declined'],
    ]);
  });

  test('mails no refusal while another application is open', async () => {
    const email = 'waiting@example.com';
    await apply({ email, about: 'Mine.' });
    await apply({ email, about: 'Forged.' });
    expect((await decide(email, 'Forged.', 'decline')).body.detail).toMatch(/without an email/);
    expect(await api().mailsTo(email)).toEqual([]);
    expect((await decide(email, 'Mine.', 'decline')).body.detail).toBe('Declined');
    expect(await api().mailsTo(email)).toHaveLength(1);
  });

  test('moves an application with the address of its member', async () => {
    const { email, access, post } = await member(api(), 'mover');
    const next = 'moved@example.com';
    await apply({ email, about: 'Signed out.' });
    await apply({ email, about: 'Mine.' }, access);
    await post('email/', { email: next, password: PASSWORD });
    const token = /token=([\w-]+)/.exec((await api().lastMail(next))?.body ?? '')?.[1];
    const link = { token, password: PASSWORD };
    expect((await api().send('POST', '/api/auth/verify-email/', link)).status).toBe(200);
    expect(await listed(email)).toEqual([['Signed out.', false, 'open']]);
    expect(await listed(next)).toEqual([['Mine.', true, 'open']]);
    expect((await decide(next, 'Mine.', 'accept')).status).toBe(200);
    expect(await findCoach(next)).toBe('Mine.');
  });

  test('takes no unverified account for the owner', async () => {
    const email = 'unproven@example.com';
    await api().newStudent('unproven');
    const proven = and(eq(users.email, email), isNotNull(users.verifiedAt));
    const { access } = await api().logIn(email, PASSWORD);
    await api().db.update(users).set({ verifiedAt: null }).where(proven);
    await apply({ email }, access);
    expect(await listed(email)).toEqual([[application.about, false, 'open']]);
  });
});
