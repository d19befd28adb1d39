// Levels of the lines that a console logs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConsoleSite } from '@carry/contracts/console';
import { describe, expect, test } from 'vitest';
import { openConsole } from '../src/cli/index';
import { DirectoryStore, installSite } from '../src/index';
import { notFollowed } from '../src/service/following';
import {
  fixture,
  kim,
  prepareAccountConsole,
  rollBack,
  signInBrowser,
  start,
  WHO,
} from './account-console';
import { owners } from './build';
import { answered, ConsoleBrowser } from './console-browser';

function record() {
  const [changes, failures]: [string[], string[]] = [[], []];
  const info = (line: string) => void changes.push(line);
  const log = (line: string) => void failures.push(line);
  return { changes, failures, following: { ...notFollowed, info, log } };
}

describe('release server', () => {
  prepareAccountConsole();

  test('logs sign-ins and changes as changes, refusals as failures', async () => {
    const { changes, failures, following } = record();
    const url = await start({ following });
    const browser = await signInBrowser(kim, url);
    expect(await answered(browser.change(rollBack()))).toMatch(/^200/);
    expect(changes).toEqual([
      `${WHO()} signed in to the console`,
      `${WHO()}: rollback mf-booking ${fixture.versions[0]}`,
      `${WHO()}: rollback mf-booking in the console`,
    ]);
    expect(failures).toEqual([]);
    await new ConsoleBrowser(url).signIn(fixture.provider, { sub: 'eve' });
    expect([changes.length, failures.length]).toEqual([3, 1]);
  });
});

test('logs a change of the site document as a change', async () => {
  const { changes, failures, following } = record();
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-console-log-'));
  const site = { schema: 1 as const, owners, frame: { links: [] } };
  await installSite(new DirectoryStore(folder), site, { why: 'test' });
  const environment = { siteUrl: 'http://localhost:1', previewSecret: 'secret', following };
  const { link, stop } = await openConsole(environment, folder);
  try {
    const browser = new ConsoleBrowser(new URL(link).origin);
    await browser.enter(link);
    await browser.start();
    const { revision } = await browser.read<ConsoleSite>('/site');
    const change = { action: 'own', remote: 'mf-booking', paths: ['/help'], revision, why: 'new' };
    expect(await answered(browser.post('/site', change))).toMatch(/^200/);
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
  expect(changes).toEqual([expect.stringMatching(/: own of the site document in the console$/)]);
  expect(failures).toEqual([]);
});
