import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { textNames } from '@carry/contracts/texts';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { deleteExpired } from '../src/app/retention';
import { attempts } from '../src/core/db/schema';
import { onPGlite } from './harness';

onPGlite("the operator's texts", (api) => {
  const read = (name: string) => api().send('GET', `/api/texts/${name}/`);

  test.each(textNames)("serves a sample of %s with this installation's rules", async (name) => {
    const { status, body } = await read(name);
    expect(status).toBe(200);
    expect(body.title).toBeTruthy();
    expect(body.markdown).toMatch(/^## /m);
    expect(body.markdown).not.toMatch(/\{\w+\}|^# /m);
  });

  test("states the installation's refund rules", async () => {
    expect((await read('refunds')).body.markdown).toContain(
      `Until ${api().config.cancelHours} hours before it starts`,
    );
  });

  test('keeps digests of networks as long as the privacy text says', async () => {
    const { markdown } = (await read('privacy')).body;
    const hours = Number(/as a digest, for (\d+) hours at most/.exec(markdown)?.[1]);
    await api().send('POST', '/api/auth/code/', { email: 'kim@example.com' });
    expect(await api().db.$count(attempts)).toBeGreaterThan(0);
    api().clock.offset += (hours - 1) * 3_600_000 + 1000; // the retention runs hourly
    await deleteExpired(api());
    expect(await api().db.$count(attempts)).toBe(0);
  });

  test("serves the operator's texts from its folder only", {
    tags: ['@extra-35'],
  }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'texts-'));
    writeFileSync(
      path.join(folder, 'terms.md'),
      '# Our rules #\n\nPay {siteName}, not {nobody}.\n',
    );
    writeFileSync(path.join(folder, 'imprint.md'), 'No title.\n');
    writeFileSync(path.join(folder, 'secret.md'), '# Secret\n');
    const app = createApp({ ...api(), config: { ...api().config, textsFolder: folder } });
    const ask = async (name: string) => {
      const response = await app.request(`http://api.test/api/texts/${name}/`);
      return { status: response.status, body: await response.json() };
    };
    expect(await ask('terms')).toEqual({
      status: 200,
      body: { title: 'Our rules', markdown: 'Pay Carry, not {nobody}.' },
    });
    expect(await ask('imprint')).toEqual({
      status: 200,
      body: { title: '', markdown: 'No title.' },
    });
    expect((await ask('privacy')).status).toBe(404);
    for (const name of ['secret', '..%2Fpackage', '%2Fetc%2Fpasswd'])
      expect((await ask(name)).status).not.toBe(200);
    rmSync(folder, { recursive: true });
  });
});
