// Sessions of accounts with roles for many remotes.
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { CookieSeal } from '../src/console/cookies';
import { startSession, TooManyRoles } from '../src/console/guard';
import { userFrom } from '../src/console/oidc';
import { deriveTrust } from '../src/signing/trust';

const ISSUER = 'https://login.example';
const REMOTES = 100;

/** Returns the user of a team that owns all remotes: by one group, or by a group for each. */
function userWith(groups: string[], operatorGroup = 'operators') {
  const owners = Object.fromEntries(
    Array.from({ length: REMOTES }, (_, index) => {
      const claims = { groups: groups[index % groups.length] ?? '' };
      const oidc = [{ issuer: ISSUER, audience: 'console', claims }];
      return [`mf-r${index}`, { paths: [`/r${index}`], oidc }];
    }),
  );
  const settings = {
    ...{ issuer: ISSUER, clientId: 'console', clientSecret: '', scope: 'openid' },
  };
  const operators = [{ claim: 'groups', value: operatorGroup }];
  return userFrom(
    { sub: 'kim', groups },
    { ...settings, operators, viewers: [] },
    deriveTrust({ owners }, []),
  );
}

async function readCookie(user: ReturnType<typeof userWith>): Promise<string> {
  const guard = { seal: new CookieSeal(new Uint8Array(32)), origin: null, now: () => new Date() };
  const app = new Hono();
  app.get('/', async (context) => {
    await startSession(context, user, guard);
    return context.text('done');
  });
  app.onError((error, { text }) =>
    text(error instanceof TooManyRoles ? error.message : 'failed', 403),
  );
  const answer = await app.request('http://localhost/', { headers: { host: 'localhost' } });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? (await answer.text());
}

const each = Array.from({ length: REMOTES }, (_, index) => `team-${index}`);

test('a group of many remotes fits in a cookie', async () => {
  expect((await readCookie(userWith(['platform']))).length).toBeLessThan(1000);
});

test('an operator with many groups fits in a cookie', async () => {
  expect((await readCookie(userWith(each, 'team-1'))).length).toBeLessThan(1000);
});

test('refuses roles that a browser cannot keep', async () => {
  expect(await readCookie(userWith(each))).toMatch(/acts for 100 claims, which do not fit/);
});
