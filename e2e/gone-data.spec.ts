// Deleted data invalidates cached pages; stale-while-revalidate covers outages only.

import path from 'node:path';
import { demo } from 'api/demo';
import { freePorts, fromSource, startService } from 'workspace/process';
import { callAsOperator, GONE_MS, lastShown } from './support/site/coaches';
import { expect, type Site, test } from './support/site/fixtures';

const BOOK = 'href="/booking/1"';

/** Starts another site server of the same installation. */
async function startSecondShell(site: Site) {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const env = {
    ...site.env,
    PORT: String(port),
    LAST_GOOD_FOLDER: path.join(site.lastGood, '../last-good-2'),
  };
  const program = fromSource('shell/server/main.ts');
  const service = await startService({ name: 'site', program, env, readyUrl: `${url}/healthz` });
  return { url, stop: service.stop };
}

test('removes a locked coach from two servers at once', {
  tag: ['@ours', '@fault-K8'],
}, async ({ page, site }) => {
  const second = await startSecondShell(site);
  const shells = [site.urls.site, second.url];
  const readAll = (paths: string[]) =>
    Promise.all(
      shells.flatMap((shell) =>
        paths.map(async (path) => {
          const answer = await fetch(shell + path);
          return { status: answer.status, html: await answer.text() };
        }),
      ),
    );
  const operator = callAsOperator(site);
  const [member] = await operator('GET', `members/?q=${demo.coach.email}`);
  const sellers = ['/', '/cs2', '/valorant', '/coaches'];
  const counts = async () => {
    const [sold, promised, open] = await Promise.all([
      readAll(sellers),
      readAll(['/lol']),
      readAll(['/booking/1']),
    ]);
    return {
      sold: sold.filter(({ html }) => html.includes(BOOK)).length,
      promised: promised.filter(({ html }) => html.includes('We have coaches for')).length,
      open: open.filter(({ status }) => status === 200).length,
    };
  };
  try {
    await expect.poll(counts, { timeout: 60_000 }).toEqual({ sold: 8, promised: 2, open: 2 });
    await operator('POST', `members/${member.id}/lock/`, {});
    const pages = [...sellers, '/booking/1'].flatMap((path) => shells.map((shell) => shell + path));
    const sold = await lastShown(
      pages,
      ({ url, html, status }) =>
        status === 200 && (html.includes(BOOK) || url.endsWith('/booking/1')),
    );
    expect(sold.ms).toBeLessThan(GONE_MS);
    expect(await counts()).toEqual({ sold: 0, promised: 0, open: 0 });
    await page.goto('/cs2');
    await expect(page.getByText('There are currently no coaches for')).toBeVisible();
  } finally {
    await operator('POST', `members/${member.id}/unlock/`, {});
    await second.stop();
  }
});
