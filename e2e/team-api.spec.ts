// A team's API: configured by the operator, allowed on the pages of its remote only.
import { addOwner } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { goThere } from './go-there';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { buildFixture } from './support/releases/variant';
import { expect, test } from './support/site/fixtures';

const TEAM_API = 'https://api.team.example';

test('allows team servers on the pages of their remote only', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(
    'policy violation: connect-src',
    `policy violation: connect-src of ${TEAM_API}/x`,
    `Fetch API cannot load ${TEAM_API}/x. Refused to connect because it violates the document's Content Security Policy.`,
  );
  const store = openStore(site);
  const dist = buildFixture('router', { name: 'mf-router' });
  await page.route(`${TEAM_API}/**`, (route) =>
    route.fulfill({ json: 'heard', headers: { 'access-control-allow-origin': '*' } }),
  );
  const ask = () =>
    page.evaluate(
      (url) =>
        fetch(url)
          .then((answer) => answer.json())
          .catch(() => 'blocked'),
      `${TEAM_API}/x`,
    );
  const policy = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  try {
    const owner = { paths: ['/router'], connect: [TEAM_API] };
    await addOwner(store, 'mf-router', { owner, why: 'test' });
    const { version } = await publishRemote('mf-router', store, { why: 'test', dist });
    await waitForRelease(site, `mf-router@${version}`);
    await expect.poll(() => policy('/router')).toContain(TEAM_API);
    expect(await policy('/')).not.toContain(TEAM_API);

    await page.goto('/');
    await page.evaluate(() => Object.assign(globalThis, { samePage: true }));
    await goThere(page, '/router');
    await expect(page.getByRole('heading', { name: 'Router' })).toBeVisible();
    expect(await page.evaluate(() => Object.hasOwn(globalThis, 'samePage'))).toBe(false);
    expect(await ask()).toBe('heard');

    await page.evaluate(() => Object.assign(globalThis, { teamPage: true }));
    await goThere(page, '/how-it-works');
    await page.waitForFunction(() => !Object.hasOwn(globalThis, 'teamPage'));
    expect(await ask()).toBe('blocked');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Router' })).toBeVisible();
    expect(await ask()).toBe('heard');
  } finally {
    await restore(site);
  }
});
