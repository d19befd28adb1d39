import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { hashPassword } from '../src/features/accounts/passwords';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('access tokens', (api) => {
  test('reads a token while passwords are hashed', async () => {
    const { access } = await api().asStudent();
    let hashed = 0;
    const hashes = Array.from({ length: 40 }, async () => {
      await hashPassword('Secret-123!');
      hashed++;
    });
    expect((await api().send('GET', '/api/me/', undefined, access)).status).toBe(200);
    expect(hashed).toBeLessThan(hashes.length / 2);
    await Promise.all(hashes);
  });

  const oddClaims = [
    { exp: undefined },
    { iat: undefined },
    ...['', '0', '-1', '1.5', '1e3', '99999999999', '2147483648', 'x'.repeat(9)].map((sub) => ({
      sub,
    })),
    ...[2, null, {}, ['2']].map((sub) => ({ sub }) as object),
    ...['x', '', 7, null, {}, ['a'], '00000000'].map((sid) => ({ sid }) as object),
  ];

  test('accepts only unexpired access tokens of its own', {
    tags: ['@spec-3.18', '@fault-D8'],
  }, async () => {
    const { access, refresh } = await api().asStudent();
    const me = (token: string) => api().send('GET', '/api/me/', undefined, token);
    expect((await me(access)).status).toBe(200);
    const [header, payload] = access.split('.');
    const none = `${btoa('{"alg":"none"}').replace(/=+$/, '')}.${payload}.`;
    interface Signing {
      secret?: string;
      issuer?: string;
      header?: { alg?: string; crit?: string[]; b64?: true };
    }
    const signed = (
      claims: object,
      { secret = api().config.jwtSecret, issuer = 'carry-api', header }: Signing = {},
    ) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ typ: 'access', sub: '2', iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: 'HS256', ...header })
        .setIssuer(issuer)
        .sign(new TextEncoder().encode(secret));
    };
    const others = await Promise.all([
      signed({ typ: 'refresh' }),
      signed({ sub: 'two' }),
      ...oddClaims.map((claims) => signed(claims)),
      signed({}, { secret: 'another secret of some length' }),
      signed({}, { issuer: 'another-service' }),
      signed({}, { header: { alg: 'HS512' } }),
      signed({}, { header: { crit: ['b64'], b64: true } }),
      `${access}.`,
      access.slice(0, access.lastIndexOf('.') + 1),
      '',
    ]);
    const sessions = (authorization: string) =>
      api().send('GET', '/api/my-sessions/', undefined, undefined, { authorization });
    expect((await sessions(`Bearer ${await signed({})}`)).status).toBe(200);
    expect((await sessions(`Basic ${access}`)).status).toBe(401);
    for (const forged of [refresh, 'x', none, `${header}.${payload}.AAAA`, ...others]) {
      expect((await me(forged)).status).toBe(401);
      expect((await sessions(`Bearer ${forged}`)).status).toBe(401);
    }
    api().clock.offset += 11 * 60_000;
    expect((await me(access)).status).toBe(401);
  });
});
