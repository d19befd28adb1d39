// A team's frames: declared by its pages, granted by the operator.
import { addOwner } from '@carry/releases';
import { openGate } from '@carry/releases/gates';
import { publishRemote } from 'workspace/publish-remote';
import { startSite } from 'workspace/start-site';
import { goThere } from './go-there';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { buildFixture } from './support/releases/variant';
import { expect, test } from './support/site/fixtures';

const PLAYER = 'https://player.example';

test('publishes and shows a page with a frame', async ({ page, site }) => {
  const store = openStore(site);
  const shown = {
    file: 'routes/other.tsx',
    from: '<button',
    to: `<iframe title="Player" src="${PLAYER}/1" /><button`,
  };
  const declared = {
    file: 'routes/other.tsx',
    from: 'Component: Page,',
    to: `Component: Page, handle: { frames: () => ['${PLAYER}'] },`,
  };
  const options = { name: 'mf-router' };
  const dist = buildFixture('router', { ...options, edits: [shown, declared] });
  await page.route(`${PLAYER}/**`, (route) => route.fulfill({ body: 'A film' }));
  const owner = { paths: ['/router'], frames: [PLAYER] };
  await addOwner(store, 'mf-router', { owner, why: 'test' });
  const gate = openGate({ store, startSite }); // it reads the owners as it opens
  try {
    const { version } = await publishRemote('mf-router', store, {
      why: 'test',
      dist,
      gates: [gate.tryOnSite],
    });
    await waitForRelease(site, `mf-router@${version}`);
    const film = page.frameLocator('iframe').getByText('A film');
    await page.goto('/how-it-works');
    await goThere(page, '/router/other');
    await expect(film).toBeVisible();
    await page.goto('/router');
    await goThere(page, '/router/other');
    await expect(film).toBeVisible();
  } finally {
    await gate.close();
    await restore(site);
  }
});

test('names the remedy for a frame that is not declared', { tag: '@full' }, async ({ site }) => {
  const store = openStore(site);
  const shown = {
    file: 'routes/other.tsx',
    from: '<button',
    to: `<iframe title="Player" src="${PLAYER}/1" /><button`,
  };
  const dist = buildFixture('router', { name: 'mf-router', edits: [shown] });
  await addOwner(store, 'mf-router', { owner: { paths: ['/router'] }, why: 'test' });
  const gate = openGate({ store, startSite });
  try {
    await expect(
      publishRemote('mf-router', store, { why: 'test', dist, gates: [gate.tryOnSite] }),
    ).rejects.toThrow(
      /frame-src.*name the origin in the route's handle\.frames.*src\/routes\/other/s,
    );
  } finally {
    await gate.close();
    await restore(site);
  }
});
