import { type CallRules, calls } from '@carry/contracts/api';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coaches, operators, services, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';
import { member, PASSWORD } from './member';
import { newOperator } from './operator-session';

const rules = Object.entries(calls as Record<string, CallRules>);

onEveryDatabaseAtNight('role removal', (api) => {
  const get = async (path: string, token: string) =>
    (await api().send('GET', path, undefined, token)).status;

  test('refuses a removed operator from the next request on', {
    tags: ['@fault-D19'],
  }, async () => {
    const { token, userId } = await newOperator(api(), 'role', true);
    const ofOperator = rules.filter(([, { by }]) => by === 'operator').map(([call]) => call);
    expect(await get('/api/operator/audit/', token)).toBe(200);
    await api().db.delete(operators).where(eq(operators.userId, userId));
    for (const call of ofOperator) {
      const [method = '', path = ''] = call.split(' ');
      const body = method === 'GET' ? undefined : {};
      const answer = await api().send(method, path.replace(/\{\w+\}/, '1'), body, token);
      expect([call, answer.status]).toEqual([call, 403]);
    }
    expect(ofOperator.length).toBeGreaterThan(20);
    expect(await get('/api/me/', token)).toBe(200);
  });

  test('refuses a locked or deleted coach from the next request on', {
    tags: ['@fault-D19'],
  }, async () => {
    const operate = (path: string) =>
      api().send('POST', `/api/operator/${path}`, {}, api().config.operatorToken);
    const { userId } = await api().newCoach('role-coach');
    const coach = await signAccess(api(), userId);
    expect(await get('/api/coach/profile/', coach)).toBe(200);
    expect((await operate(`members/${userId}/lock/`)).status).toBe(200);
    expect(await get('/api/coach/profile/', coach)).toBe(401);
    expect((await operate(`members/${userId}/unlock/`)).status).toBe(200);
    const again = await signAccess(api(), userId);
    expect((await operate(`members/${userId}/delete/`)).status).toBe(200);
    expect(await get('/api/coach/profile/', again)).toBe(401);
  });
});

onEveryDatabaseAtNight('the account of an operator', (api) => {
  test('is deleted only after its role', async () => {
    const { email, access, post } = await member(api(), 'leaving-operator');
    const [user] = await api().db.select().from(users).where(eq(users.email, email));
    const userId = user?.id ?? 0;
    const others = await api().db.delete(operators).returning();
    const add = () => api().db.insert(operators).values({ userId, addedAt: api().now() });
    const leave = async () => (await post('delete/', { password: PASSWORD }, access)).body.detail;
    await add();
    expect(await leave()).toMatch(/^You are the only operator of this site\./);
    const other = await newOperator(api(), 'staying', false);
    expect(await leave()).toMatch(/Ask another operator to remove your role first\.$/);
    expect(await api().db.$count(operators, eq(operators.userId, userId))).toBe(1);
    await api().db.delete(operators).where(eq(operators.userId, userId));
    expect(await leave()).toBe('Account deleted');
    await api().db.delete(operators).where(eq(operators.userId, other.userId));
    if (others.length > 0) await api().db.insert(operators).values(others);
  });

  test('is reported to the operators if a token deletes it', async () => {
    const [leaving, staying] = [
      await newOperator(api(), 'deleted', false),
      await newOperator(api(), 'informed', false),
    ];
    const path = `/api/operator/members/${leaving.userId}/delete/`;
    expect((await api().send('POST', path, {}, api().config.operatorToken)).status).toBe(200);
    const [mail] = await api().mailsTo(staying.email);
    expect(mail?.body).toContain(leaving.email);
  });
});

onEveryDatabaseAtNight('data of another coach', (api) => {
  const MARK = 'belongs-to-the-other-coach';

  test('appears in no response for any query', {
    tags: ['@fault-E2'],
    timeout: 120_000,
  }, async () => {
    const [own, other] = [await api().newCoach('own-x'), await api().newCoach('other-y')];
    const [student] = await api().newCrowd('of-both', 1);
    const createOwner = ({ coachId, serviceId, userId }: typeof own) => ({
      ...{ coachId, serviceId, coachUserId: userId, studentId: student?.id ?? 0 },
    });
    const mine = await booking(api(), createOwner(own), 'confirmed', { notes: 'mine' });
    const foreign = await booking(api(), createOwner(other), 'confirmed', {
      ...{ contactInfo: MARK, details: MARK, notes: MARK },
    });
    await api()
      .db.update(coaches)
      .set({ meetingUrl: `https://meet.example/${MARK}` })
      .where(eq(coaches.id, other.coachId));
    await api().db.update(services).set({ slug: MARK }).where(eq(services.coachId, other.coachId));
    const [x, y] = [await signAccess(api(), own.userId), await signAccess(api(), other.userId)];
    const send = (path: string, token: string) => api().send('GET', path, undefined, token);
    const shows = async (path: string, token: string) =>
      JSON.stringify((await send(path, token)).body).includes(MARK);
    for (const path of ['/api/bookings/', `/api/bookings/${foreign.id}/`, '/api/coach/profile/'])
      expect([path, await shows(path, y)]).toEqual([path, true]);
    const { next } = (await send('/api/bookings/?limit=1', y)).body;

    const targets = [
      ...['coach_id', 'coach', 'coachId', 'id'].map((name) => `${name}=${other.coachId}`),
      ...['user_id', 'user', 'owner', 'as'].map((name) => `${name}=${other.userId}`),
      ...['booking', 'booking_id'].map((name) => `${name}=${foreign.id}`),
      ...['include', 'expand', 'fields'].map((name) => `${name}=coach,notes,student,all`),
      ...['sort=coach_id', 'order=desc', 'q=', 'filter=all', 'all=true', 'status=confirmed'],
      ...[`limit=100`, 'from=2020-01-01T00:00:00Z', `cursor=${next ?? ''}&limit=100`],
    ];
    const reads = rules
      .filter(([call, { by }]) => call.startsWith('GET ') && by === 'user')
      .map(([call]) => call.slice(4));
    const paths = reads.flatMap((path) =>
      (path.includes('{') ? [foreign.id, mine.id, other.coachId] : [mine.id]).flatMap((id) =>
        targets.map((query) => `${path.replace(/\{\w+\}/, String(id))}?${query}`),
      ),
    );
    const wrong: string[] = [];
    for (const path of paths) if (await shows(path, x)) wrong.push(path);
    expect(wrong).toEqual([]);
    expect(reads.length).toBeGreaterThan(10);
    const { body } = await send('/api/bookings/', x);
    expect(body.map((one: { id: number }) => one.id)).toEqual([mine.id]);
  });
});
