import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { operators } from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import { onEveryDatabaseAtNight } from './harness';
import { createCode, freshCode, newOperator } from './operator-session';

onEveryDatabaseAtNight('changes of operators', (api) => {
  const post = (path: string, body: object, token: string) =>
    api().send('POST', `/api/operator/operators/${path}`, body, token);
  const subjectsTo = async (email: string) =>
    (await api().mailsTo(email)).map(({ subject }) => subject);

  async function twoOperators(name: string) {
    const own = await newOperator(api(), `${name}-own`, true);
    const other = await newOperator(api(), `${name}-other`, false);
    await api().newStudent(`${name}-stranger`);
    const changes: [path: string, body: object][] = [
      ['', { email: `${name}-stranger@example.com` }],
      [`${other.userId}/reset/`, {}],
      [`${other.userId}/remove/`, {}],
    ];
    return { own, other, stranger: `${name}-stranger@example.com`, changes };
  }
  const readOperators = async () =>
    (await api().db.select().from(operators)).map(({ userId }) => userId).sort();

  test('needs an unused code of the app from a session', async () => {
    const { own, changes } = await twoOperators('codes');
    const before = await readOperators();
    const used = await freshCode(api(), own.userId);
    await api()
      .db.update(operators)
      .set({ lastStep: 2 ** 31 - 1 })
      .where(eq(operators.userId, own.userId));
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    for (const [path, body] of changes) {
      expect(await post(path, body, own.token)).toMatchObject({
        status: 400,
        body: { detail: 'Please enter a code from your authenticator app.' },
      });
      expect((await post(path, { ...body, code: used }, own.token)).status).toBe(403);
    }
    warn.mockRestore();
    expect(await readOperators()).toEqual(before);
    for (const [path, body] of changes) {
      const code = await freshCode(api(), own.userId);
      expect((await post(path, { ...body, code }, own.token)).status).toBeLessThan(300);
    }
  });

  test('accepts no recovery code', async () => {
    const { own, changes } = await twoOperators('no-recovery');
    await freshCode(api(), own.userId);
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    for (const [path, body] of changes)
      expect((await post(path, { ...body, code: 'ABCD-ABCD-ABCD-ABCD' }, own.token)).status).toBe(
        403,
      );
    warn.mockRestore();
  });

  test('keeps the code after a wrong address or member', async () => {
    const { own, other } = await twoOperators('mistakes');
    const code = await freshCode(api(), own.userId);
    const mistakes: [path: string, body: object, status: number][] = [
      ['', { email: 'mistyped@example.com' }, 409],
      ['999999/reset/', {}, 404],
      ['999999/remove/', {}, 404],
    ];
    for (const [path, body, status] of mistakes)
      expect((await post(path, { ...body, code }, own.token)).status).toBe(status);
    expect((await post(`${other.userId}/remove/`, { code }, own.token)).status).toBe(200);
  });

  test('needs no code from a token', async () => {
    const { changes } = await twoOperators('tokens');
    for (const [path, body] of changes)
      expect((await post(path, body, api().config.operatorToken)).status).toBeLessThan(300);
  });

  test('emails all operators, also the affected one', async () => {
    const { own, other, stranger, changes } = await twoOperators('mailed');
    for (const [path, body] of changes) {
      const code = await freshCode(api(), own.userId);
      await post(path, { ...body, code }, own.token);
    }
    const all = [
      `${other.email} is no longer an operator at Carry`,
      `The second factor of ${other.email} at Carry was reset`,
      `${stranger} is now an operator at Carry`,
    ];
    expect(await subjectsTo(own.email)).toEqual(all);
    expect(await subjectsTo(other.email)).toEqual(all);
    expect((await api().lastMail(own.email))?.body).toContain(`Changed by ${own.email}.`);
    expect((await subjectsTo(stranger)).slice(0, 3)).toEqual(all);
  });

  test('emails nothing for a repeated or refused change', async () => {
    const { own, other } = await twoOperators('quiet');
    const { operatorToken } = api().config;
    expect((await post('', { email: other.email }, operatorToken)).status).toBe(201);
    expect((await post('99999999/remove/', {}, operatorToken)).status).toBe(404);
    expect(await subjectsTo(own.email)).toEqual([]);
  });

  test('emails about a second factor that is set up', async () => {
    const own = await newOperator(api(), 'watching', false);
    const other = await newOperator(api(), 'enrolling', false);
    const send = (path: string, body: object) =>
      api().send('POST', `/api/operator/second-factor/${path}`, body, other.token);
    const { secret } = (await send('', {})).body;
    expect((await send('confirm/', { code: createCode(api(), secret) })).status).toBe(200);
    expect(await subjectsTo(own.email)).toEqual([
      `${other.email} has set up a second factor at Carry`,
    ]);
  });
});
