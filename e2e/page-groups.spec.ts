// A remote can change any of its pages without a release of the shell or another remote.
import { readLive } from '@carry/releases';
import { demo } from 'api/demo';
import { publishRemote } from 'workspace/publish-remote';
import { openStore, restore } from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { logIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const WORDS = 'Words of another release';
const groups = [
  ['mf-account', '/account', demo.student, 'routes/account.tsx', '>Account</h1>', `>${WORDS}</h1>`],
  [
    'mf-coach',
    '/coach/availability',
    demo.coach,
    'routes/coach-availability.tsx',
    "title: 'Availability'",
    `title: '${WORDS}'`,
  ],
  ['mf-marketing', '/terms', null, 'routes/text.tsx', 'text.title || title', `'${WORDS}'`],
] as const;

for (const [remote, path, who, file, from, to] of groups) {
  test(`${remote} publishes a change of ${path} without changing other releases`, {
    tag: ['@full', '@extra-x1'],
  }, async ({ page, site }) => {
    test.setTimeout(240_000); // a build of the remote
    test.skip(site.server === 'second' && path === '/terms', 'the specification has no texts');
    const store = openStore(site);
    const { [remote]: own, ...others } = (await readLive(store)).remotes;
    if (who) await logIn(page, who.email, who.password);
    await page.goto(path);
    /** Returns the shell files of the page, which are named by content hash. */
    const shell = async () => {
      const html = await (await page.request.get(path)).text();
      return [...new Set(html.match(/\/assets\/static\/[\w./-]+/g))].sort();
    };
    const before = await shell();
    const heading = page.getByRole('heading', { level: 1, name: WORDS });
    await expect(heading).toHaveCount(0);
    const dist = buildVariant(remote, [{ file, from, to }]);
    const { outcome, version } = await publishRemote(remote, store, { why: 'test', dist });
    expect([outcome, version === own?.version]).toEqual(['published', false]);
    await expect(async () => {
      await page.goto(path);
      await expect(heading).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(before.length).toBeGreaterThan(0);
    expect(await shell()).toEqual(before);
    const { [remote]: now, ...rest } = (await readLive(store)).remotes;
    expect([now?.version, rest]).toEqual([version, others]);
    await restore(site);
  });
}
