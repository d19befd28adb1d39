import { expect, test } from 'vitest';
import { describeDevice } from '../src/features/accounts/device';
import { onEveryDatabaseAtNight } from './harness';
import { iphone, member, PASSWORD, windows } from './member';

test.each([
  [windows, 'Chrome on Windows'],
  [`${windows} Edg/131.0.0.0`, 'Edge on Windows'],
  [iphone, 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['curl/8.5.0', null],
  [undefined, null],
])('names %s %s', (header, name) => {
  expect(describeDevice(header)).toBe(name);
});

onEveryDatabaseAtNight("one's own account", (api) => {
  const mail = async (to: string, subject: RegExp) =>
    (await api().mailsTo(to)).find((one) => subject.test(one.subject));
  const linkIn = (body: string | undefined) => /token=([\w-]+)/.exec(body ?? '')?.[1];
  const verify = (token: string | undefined, proof: object = { password: PASSWORD }) =>
    api().send('POST', '/api/auth/verify-email/', { token, ...proof });

  test('changes the address once its link is opened', {
    tags: ['@extra-35'],
  }, async () => {
    const { email, logIn, post, get } = await member(api(), 'mover');
    const next = 'moved@example.com';
    expect(await post('email/', { email: next, password: 'Wrong-123!' })).toMatchObject({
      status: 403,
    });
    expect(await get()).toMatchObject({ body: { email, pending_email: null } });
    await api().send('POST', '/api/auth/password-reset/', {
      email,
      recaptcha: await api().human(),
    });
    const reset = /uid=(\d+)&token=(\S+)/.exec(
      (await mail(email, /Set a new password/))?.body ?? '',
    );
    expect(
      (await post('email/', { email: ' Moved@Example.com ', password: PASSWORD })).status,
    ).toBe(200);
    expect(await get()).toMatchObject({ body: { email, pending_email: next } });
    expect((await mail(email, /A new email address/))?.body).toContain(
      `change your account's email to ${next}`,
    );
    expect((await logIn()).access).toBeTruthy();
    const token = linkIn((await mail(next, /Confirm your new email/))?.body);
    expect((await verify(token)).status).toBe(200);
    expect((await verify(token)).status).toBe(200);
    expect(await get()).toMatchObject({ body: { email: next, pending_email: null } });
    expect((await mail(email, /has changed/))?.body).toContain(next);
    expect((await logIn(windows, next)).access).toBeTruthy();
    expect((await logIn()).access).toBeUndefined();
    const [, uid, old] = reset ?? [];
    const body = { uid, token: old, new_password: 'Secret-456!' };
    expect((await api().send('POST', '/api/auth/password-reset-confirm/', body)).status).toBe(400);
  });

  test('completes a change of address with the password only', {
    tags: ['@extra-35'],
  }, async () => {
    const { email, post, get } = await member(api(), 'mistyped');
    const next = 'mistyped-next@example.com';
    await post('email/', { email: next, password: PASSWORD });
    const token = linkIn((await mail(next, /Confirm your new email/))?.body);
    expect((await verify(token, {})).status).toBe(400);
    expect((await verify(token, { new_password: 'Stranger-1!' })).status).toBe(400);
    expect((await verify(token, { password: 'Stranger-1!' })).status).toBe(403);
    expect(await get()).toMatchObject({ body: { email, pending_email: next } });
    expect((await verify(token)).status).toBe(200);
  });

  test('ends a pending change of address with a password reset', {
    tags: ['@extra-35'],
  }, async () => {
    const { email, post, get } = await member(api(), 'recovered');
    await post('email/', { email: 'intruder@example.com', password: PASSWORD });
    const change = linkIn((await mail('intruder@example.com', /Confirm/))?.body);
    await api().send('POST', '/api/auth/password-reset/', {
      email,
      recaptcha: await api().human(),
    });
    const [, uid, token] =
      /uid=(\d+)&token=(\S+)/.exec((await mail(email, /Set a new password/))?.body ?? '') ?? [];
    const reset = { uid, token, new_password: 'Secret-456!' };
    expect((await api().send('POST', '/api/auth/password-reset-confirm/', reset)).status).toBe(200);
    for (const password of [PASSWORD, 'Secret-456!'])
      expect((await verify(change, { password })).status).toBe(400);
    expect((await get()).status).toBe(401);
  });

  test('keeps the fifth link after a sixth request in an hour', async () => {
    const { post, get } = await member(api(), 'insistent');
    const next = 'insistent-next@example.com';
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await post('email/', { email: next, password: PASSWORD })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const token = linkIn((await mail(next, /Confirm your new email/))?.body);
    expect((await verify(token)).status).toBe(200);
    expect((await get()).body.email).toBe(next);
  });

  test('reveals an address in use to its owner only', async () => {
    const asker = await member(api(), 'curious');
    const [free, taken] = ['free@example.com', 'student@carry.example'];
    const seen = [];
    for (const address of [free, taken]) {
      const { status, body } = await asker.post('email/', { email: address, password: PASSWORD });
      const { pending_email } = (await asker.get()).body;
      const notice = (await mail(asker.email, /A new email address/))?.body.replace(address, 'X');
      seen.push({ status, body, isPending: pending_email === address, notice });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect((await mail(taken, /already have an account/))?.body).toContain('nothing has changed');
    expect(linkIn((await mail(taken, /./))?.body)).toBeUndefined();
  });

  test('keeps an address with whoever registers it first', async () => {
    const { email, post, get } = await member(api(), 'slow');
    const next = 'contested@example.com';
    await post('email/', { email: next, password: PASSWORD });
    const token = linkIn((await mail(next, /Confirm/))?.body);
    await api().send('POST', '/api/register/', {
      username: next,
      email: next,
      password: PASSWORD,
      recaptcha: await api().human(),
    });
    expect((await verify(token)).status).toBe(400);
    expect((await get()).body.email).toBe(email);
  });

  test('requires the old password, signs out other devices and sends a mail', {
    tags: ['@extra-35', '@fault-D14'],
  }, async () => {
    const { email, access, refresh, logIn, post, me } = await member(api(), 'changer');
    const phone = await logIn(iphone);
    await post('email/', { email: 'thief@example.com', password: PASSWORD });
    expect(
      await post('password/', { password: 'Wrong-123!', new_password: 'Secret-456!' }),
    ).toMatchObject({
      status: 403,
      body: { detail: 'Wrong password.' },
    });
    expect((await post('password/', { password: PASSWORD, new_password: 'weak' })).status).toBe(
      400,
    );
    expect(await me(phone.access)).toBe(200);
    expect(
      (await post('password/', { password: PASSWORD, new_password: 'Secret-456!' })).status,
    ).toBe(200);
    expect([await me(access), await me(phone.access)]).toEqual([200, 401]);
    expect(
      (await api().send('POST', '/api/token/refresh/', { refresh: phone.refresh })).status,
    ).toBe(401);
    expect((await api().send('POST', '/api/token/refresh/', { refresh })).status).toBe(200);
    expect((await logIn(windows, email, 'Secret-456!')).access).toBeTruthy();
    expect((await logIn()).access).toBeUndefined();
    expect((await mail(email, /password .* has changed/))?.body).toContain(
      'all other devices were signed out',
    );
    expect((await verify(linkIn((await mail('thief@example.com', /./))?.body))).status).toBe(400);
  });

  test('rate-limits wrong passwords of a signed-in user', async () => {
    const { post } = await member(api(), 'guesser');
    const tries = [];
    for (let index = 0; index < 11; index++)
      tries.push((await post('delete/', { password: `Wrong-${index}!` })).status);
    expect(tries).toEqual([...Array(10).fill(403), 429]);
    expect(
      (await post('password/', { password: PASSWORD, new_password: 'Secret-456!' })).status,
    ).toBe(429);
  });

  test('lists devices and signs them out', {
    tags: ['@extra-35'],
  }, async () => {
    const { access, refresh, logIn, post, get, me } = await member(api(), 'devices');
    const phone = await logIn(iphone);
    api().clock.offset += 5 * 60_000;
    const renewed = (
      await api().send('POST', '/api/token/refresh/', { refresh }, undefined, {
        'user-agent': windows,
      })
    ).body;
    const list = (await get('', renewed.access)).body.devices;
    expect(
      list.map(({ name, current }: { name: string | null; current: boolean }) => [name, current]),
    ).toEqual([
      ['Chrome on Windows', true],
      ['Safari on iPhone', false],
      [null, false],
    ]);
    const [here, there] = list;
    expect(Date.parse(here.last_used_at) - Date.parse(here.signed_in_at)).toBeGreaterThanOrEqual(
      5 * 60_000,
    );
    expect(there.last_used_at).toBe(there.signed_in_at);
    expect((await post(`devices/${there.id}/sign-out/`)).status).toBe(200);
    expect([await me(phone.access), await me(access)]).toEqual([401, 200]);
    expect((await post(`devices/${there.id}/sign-out/`)).status).toBe(200); // its response may be lost
    expect((await post('devices/not-an-id/sign-out/')).status).toBe(404);
    const again = await logIn(iphone);
    expect((await post('sign-out-others/')).status).toBe(200);
    expect([await me(again.access), await me(access)]).toEqual([401, 200]);
    expect((await get()).body.devices).toHaveLength(1);
  });

  test('revokes the access token on sign-out', async () => {
    const { access, refresh, me } = await member(api(), 'leaver');
    expect(await me(access)).toBe(200);
    await api().send('POST', '/api/token/revoke/', { refresh });
    expect(await me(access)).toBe(401);
  });
});
