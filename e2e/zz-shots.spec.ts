import { demo } from 'api/demo';
import { logIn } from './support/site/actions';
import { test as base, type Site, startSite } from './support/site/fixtures';
const test = base.extend<object, { site: Site }>({
  site: [async ({}, use) => { const site = await startSite({ SEED_MARKETPLACE: 'yes' }); await use(site); await site.stop(); }, { scope: 'worker', timeout: 60_000 }],
});
test('shots', async ({ page, site, browser }) => {
  test.setTimeout(300_000);
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.waitForTimeout(2000);
  for (const theme of ['dark', 'light'])
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [name, path] of [['coaches', '/coaches'], ['empty', '/coaches?game=lol'], ['cs2', '/cs2'], ['home', '/'], ['booking', '/booking/2'], ['become', '/become-a-coach'], ['profile', '/coach/profile']] as const) {
        if (theme === 'light' && !['coaches', 'profile', 'cs2'].includes(name)) continue;
        await page.goto(path);
        await page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
        await page.waitForTimeout(500);
        await page.screenshot({ path: `/tmp/shots/${name}-${width}-${theme}.png`, fullPage: true });
      }
    }
});
