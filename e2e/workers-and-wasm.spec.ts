import { addOwner, askLocally, readRelease } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { goThere } from './go-there';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { buildFixture } from './support/releases/variant';
import { getSocket } from './support/releases/visits';
import { expect, type Site, test } from './support/site/fixtures';

const TEAM_API = 'https://api.team.example';

/** Returns the number of blocked calls of foreign servers that browsers reported. */
async function countBlockedCalls(site: Site): Promise<number> {
  const { text } = await askLocally(getSocket(site), '/_shell/status?format=prometheus');
  const [, count = '0'] =
    /carry_csp_violations_total\{directive="connect-src",blocked="foreign"\} (\d+)/.exec(text) ??
    [];
  return Number(count);
}

test('runs workers and WebAssembly in a remote', async ({ page, site }) => {
  const store = openStore(site);
  const dist = buildFixture('compute', { name: 'mf-compute' });
  const policy = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  try {
    await addOwner(store, 'mf-compute', {
      owner: { paths: ['/compute'], connect: [TEAM_API] },
      why: 'test',
    });
    const { version } = await publishRemote('mf-compute', store, { why: 'test', dist });
    expect(await readRelease(store, 'mf-compute', version)).toMatchObject({
      needs: { workers: true, wasm: true },
    });
    await waitForRelease(site, `mf-compute@${version}`);
    expect(await policy('/compute')).toContain("'wasm-unsafe-eval'");
    expect(await policy('/compute')).toContain("worker-src 'self'");
    expect(await policy('/')).not.toContain('wasm-unsafe-eval');
    expect(await policy('/')).toContain("worker-src 'none'");

    await page.goto('/');
    await goThere(page, '/compute');
    await expect(page.getByLabel('Sum')).toHaveText('12');
    await expect(page.getByLabel('Imported')).toHaveText('42');
    await expect(page.getByLabel('Streamed')).toHaveText('42');

    const reported = await countBlockedCalls(site);
    await page.route(/team\.example/, (route) =>
      route.fulfill({
        body: '1',
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    for (const [url, answer] of [
      [new URL('/healthz', page.url()).href, 'heard'],
      [`${TEAM_API}/x`, 'heard'],
      ['https://other.team.example/x', 'blocked'],
    ] as const) {
      await page.getByLabel('Address').fill(url);
      await expect(page.getByLabel('Answer')).toHaveText(`${url} ${answer}`);
    }
    for (const url of [`${TEAM_API}/x.js`, 'data:text/javascript,1']) {
      await page.getByLabel('Script').fill(url);
      await expect(page.getByLabel('Answer')).toHaveText(`${url} blocked`);
    }
    await expect.poll(() => countBlockedCalls(site)).toBeGreaterThan(reported);
  } finally {
    await restore(site);
  }
});
