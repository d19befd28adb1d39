// Attacks on the console of a release server: by viewers, other teams, forged sessions and replayed sign-ins.
import { readLive } from '@carry/releases';
import { Provider } from '@carry/releases/testing/provider';
import { freePorts, fromSource, startService } from 'workspace/process';
import { whyNoFleet } from './support/fleet/engines';
import { startFleet } from './support/fleet/fleet';
import {
  admitAccounts,
  attackConsole,
  getConsole,
  REMOTE,
} from './support/releases/console-attacks';
import { openStore } from './support/releases/releases';
import { expect, type Site, test } from './support/site/fixtures';

/** Starts a release server at which accounts of a provider sign in. */
async function startReleases(site: Site, provider: Provider) {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const command = fromSource('tools/commands/releases.ts');
  await admitAccounts(openStore(site), provider);
  const service = await startService({
    name: 'releases',
    program: { ...command, args: [...command.args, 'serve', '--port', String(port)] },
    env: {
      RELEASES_STORE: site.store,
      RELEASES_URL: url,
      SITE_URL: site.urls.site,
      ...getConsole(provider),
    },
    readyUrl: `${url}/healthz`,
    log: (line) => site.lines.push(line),
  });
  return { url, stop: service.stop };
}

test('refuses changes of viewers and other teams, and forged requests', {
  tag: ['@ours', '@fault-fleet'],
}, async ({ browser, site, expectErrors }) => {
  test.setTimeout(180_000);
  expectErrors('403 /console/api/changes', '401 /console/api/session');
  const provider = await new Provider().open();
  const releases = await startReleases(site, provider);
  try {
    await attackConsole(browser, { url: releases.url, siteUrl: site.urls.site, provider });
    expect((await readLive(openStore(site))).remotes[REMOTE]?.lock).toBeUndefined();
  } finally {
    await releases.stop();
    provider.close();
  }
});

test('refuses attacks at both release servers, also after a crash', {
  tag: ['@full', '@fault-fleet'],
}, async ({ browser, expectErrors }) => {
  const why = whyNoFleet();
  test.skip(why !== null, `no fleet is started: ${why}`);
  test.setTimeout(600_000);
  expectErrors('403 /console/api/changes', '401 /console/api/session');
  const provider = await new Provider().open();
  const fleet = await startFleet(undefined, getConsole(provider));
  const { releases, releases2 } = fleet;
  const attack = ({ url }: { url: string }) =>
    attackConsole(browser, { url, siteUrl: fleet.urls.site, provider });
  try {
    await admitAccounts(fleet.store, provider);
    await Promise.all([releases.start(), releases2.start()]);
    await attack(releases);
    await releases.kill();
    await attack(releases2);
    await releases.start();
    await attack(releases);
    expect((await readLive(fleet.store)).remotes[REMOTE]?.lock).toBeUndefined();
  } finally {
    await fleet.stop();
    provider.close();
  }
});
