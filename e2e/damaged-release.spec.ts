import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readAudit, readLive } from '@carry/releases';
import { liveVersion, openStore, publishBooking, restore } from './support/releases/releases';
import { expect, test } from './support/site/fixtures';

const files: Record<string, RegExp> = {
  entry: /remoteEntry[^/]*\.js$/,
  chunk: /route-booking\.[^/]*\.js$/,
  style: /route-booking\.[^/]*\.css$/,
  'server bundle': /server\/remote\.cjs$/,
};

const damages: Record<string, (file: string) => Promise<void>> = {
  missing: (file) => rm(file),
  truncated: async (file) => {
    const content = await readFile(file);
    await writeFile(file, content.subarray(0, content.length / 2));
  },
  'of another hash': (file) => writeFile(file, 'alert(1)'),
};

for (const [what, pattern] of Object.entries(files)) {
  for (const [fault, damage] of Object.entries(damages)) {
    test(`keeps the previous release with ${what} ${fault} in the store`, {
      tag: ['@full', '@fault-C6'],
    }, async ({ page, site }) => {
      const before = await liveVersion(site, 'mf-booking');
      const store = openStore(site);
      await site.services.site.stop();
      const damaged = await publishBooking(site, 'Book your next session');
      const folder = path.join(site.store, 'mf-booking', damaged);
      const file =
        (await readdir(folder, { recursive: true })).find((name) => pattern.test(name)) ?? '';
      await damage(path.join(folder, file));
      await site.restart('site');
      await page.goto('/booking/1');
      await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
      await expect(page.locator('[data-remote=mf-booking]')).toHaveAttribute(
        'data-release',
        before,
      );
      await expect
        .poll(async () => (await readLive(store)).remotes['mf-booking']?.version)
        .toBe(before);
      const entry = {
        who: expect.stringMatching(/^site key /),
        action: 'rolled-back',
        from: damaged,
        to: before,
      };
      expect((await readAudit(store, 'mf-booking')).at(-1)).toMatchObject({
        ...entry,
        why: expect.stringMatching(/lacks|fails its hash/),
      });
      expect(site.lines.join('\n')).toContain(`mf-booking@${damaged} failed; rolled back`);
      await restore(site);
    });
  }
}
