import { request } from 'node:http';
import { runReleases } from '@carry/releases/cli';
import { liveVersion, openStore } from './support/releases/releases';
import { expect, type Site, test } from './support/site/fixtures';

/** Gzip magic bytes. */
const PACKED = String.fromCharCode(0x1f, 0x8b);

/** Requests a raw path, which browsers and `fetch` would normalize. */
const ask = (site: Site, path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const asked = request(site.urls.site, { path, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('latin1');
      answer.on('data', (chunk: string) => {
        body += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    asked.once('error', reject).end();
  });

test('maps stacks to sources without serving source maps @ours', async ({ site }) => {
  const store = openStore(site);
  const version = await liveVersion(site, 'mf-booking');
  const files = await store.list(`mf-booking/${version}`);
  const chunk = files.find((file) => /\/web\/.*route-booking\.[a-f0-9]+\.js$/.test(file)) ?? '';
  const code = String(await store.read(chunk));
  const at = code.indexOf('Book a session');
  expect(at).toBeGreaterThan(0);
  const lines = code.slice(0, at).split('\n');
  const position = `${lines.length}:${(lines.at(-1) as string).length + 1}`;

  const out: string[] = [];
  const stack = `TypeError: x\n    at t (${site.urls.site}/remotes/${chunk}:${position})`;
  await runReleases(
    ['explain', stack, '--store', site.store],
    { defaultStore: '', siteUrl: '', previewSecret: '' },
    { out: (line) => void out.push(line), err: (line) => void out.push(line), color: false },
  );
  expect(out.join('\n')).toMatch(
    /at t \(mf-booking\/src\/booking\/booking-form\.tsx:\d+:\d+\)\n.*booking-title/,
  );

  const maps = (await store.list('')).filter((file) => /\/maps(\/|\.json$)/.test(file));
  expect(maps.filter((file) => file.startsWith('shell/')).length).toBeGreaterThan(2);
  expect(maps.filter((file) => file.startsWith('mf-')).length).toBeGreaterThan(8);
  const addresses = maps.flatMap((file) => {
    const [owner = '', of = '', ...rest] = file.split('/');
    const inside = rest.join('/');
    const served = inside.replace(/^maps\/(web|server)\//, '').replace(/\.gz$/, '');
    return [
      `/remotes/${file}`,
      `/remotes/${owner}/${of}/web/${inside}`,
      `/remotes/${owner}/${of}/web/${served}`,
      `/remotes/${owner}/${of}/web/${served}.gz`,
      `/remotes/${owner}/${of}/web/../${inside}`,
      `/remotes/${owner}/${of}/web/%2e%2e/${inside}`,
      `/remotes/${owner}/${of}/web/..%2f${inside}`,
      `/assets/${inside}`,
      `/assets/${served}`,
      `/assets/${served}.gz`,
      `/assets/../${inside}`,
      `/assets/..%2f${inside}`,
      `/assets/%2e%2e/${inside}`,
      `/${file}`,
      `/${inside}`,
    ];
  });
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  for (let start = 0; start < addresses.length; start += 50)
    answers.push(
      ...(await Promise.all(
        addresses.slice(start, start + 50).map((address) => ask(site, address)),
      )),
    );
  const given = addresses.filter((_, index) => {
    const { status = 0, body = '' } = answers[index] ?? {};
    return (
      status < 300 ||
      body.startsWith(PACKED) ||
      /"(mappings|sourcesContent)":|"maps\/(web|server)/.test(body)
    );
  });
  expect(given).toEqual([]);
});
