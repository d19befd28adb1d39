// The guide for a separate repository, step by step, with packages installed from npm tarballs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Service } from 'workspace/process';
import { getCommands } from './support/pages/documents';
import { packedCommands, shellIn, smokeEnvironment } from './support/releases/own-repository';
import { openReleases, readKey } from './support/releases/release-server';
import { expect, startSite, test } from './support/site/fixtures';

/** Starts a proxy to the release server that changes one letter of each upload. */
async function startMeddler(target: string): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const at = incoming.url === '/v1/releases' ? body.lastIndexOf('Help') : -1;
      if (at >= 0) body.write('Hulp', at);
      const options = { method: incoming.method, headers: incoming.headers };
      const onward = request(target + incoming.url, options, (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers);
        from.pipe(answer);
      });
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const failingOnClick = (source: string) =>
  `import { useEffect } from 'react';\n${source.replace(
    'function Page() {',
    `function Page() {
  useEffect(() => {
    const fail = () => console.error('left in disorder');
    document.addEventListener('click', fail);
    return () => document.removeEventListener('click', fail);
  }, []);`,
  )}`;

async function startPictures(): Promise<Server> {
  const server = createServer((_, answer) =>
    answer
      .writeHead(200, {
        'content-type': 'image/svg+xml',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .end('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('builds, ships, previews and rolls back a remote from its own repository', {
  tag: ['@full', '@fault-own-repository'],
}, async ({ browser }) => {
  test.setTimeout(420_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-own-'));
  const home = path.join(folder, 'mf-help');
  const packing = packedCommands();
  packing.catch(() => {});
  const pictures = await startPictures();
  const pictureOrigin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  const site = await startSite({ PICTURE_ORIGINS: pictureOrigin });
  let server: Service | undefined;
  let meddler: Server | undefined;
  try {
    const releases = await openReleases(site, folder);
    ({ server } = releases);
    const packed = await packing;
    const sh = shellIn(home);
    const documented = new Set(getCommands('docs/guides/own-repository.md'));
    /** Runs a line of the guide with local stand-ins for registry and addresses. */
    const follow = (line: string, real = line, cwd = home) => {
      expect([...documented]).toContain(line);
      documented.delete(line);
      return sh(real, { cwd });
    };

    await follow('npm config set @carry:registry https://registry.example', 'true', folder);
    const making = 'npm create @carry/remote mf-help -- --path /help';
    await follow(
      `${making} --site https://carry.example --releases https://releases.example`,
      packed.create({
        name: 'mf-help',
        route: '/help',
        site: site.urls.site,
        releases: releases.url,
      }),
      folder,
    );
    await follow('export CARRY_REGISTRY=https://registry.example', 'true');
    await follow('cd mf-help', 'true');
    await follow('npm install', packed.install);
    const manifest = readFileSync(path.join(home, 'package.json'), 'utf8');
    expect(manifest.match(/@carry\/[\w-]+/g)?.sort()).toEqual(['@carry/remote-kit', '@carry/ui']);
    expect(await follow('npm test')).toMatch(/1 passed/);
    await follow('npx carry-remote releases key new --out team.pem');
    const team = readKey(path.join(home, 'team.pem'));
    const give = 'npm run releases -- owner add mf-help --path /help --key ed25519:…';
    await follow(give, 'true');
    await releases.operator('owner', 'add', 'mf-help', '--path', '/help', '--key', team.publicKey);
    await expect
      .poll(async () => (await fetch(`${site.urls.site}/_shell/site.json`)).text())
      .toContain('/help');
    expect(await follow('npm run check')).toContain(`mf-help is compatible with ${site.urls.site}`);

    await follow('RELEASES_KEY=team.pem npm run publish');
    const page = await browser.newPage();
    const shows = (words: string) =>
      expect(async () => {
        await page.goto(`${site.urls.site}/help`);
        await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible({
          timeout: 1000,
        });
      }).toPass({ timeout: 10_000 });
    await expect
      .poll(async () => (await fetch(`${site.urls.site}/help`)).status, { timeout: 5000 })
      .toBe(200);
    await shows('Help');
    await expect(page.locator('[data-remote=mf-help]')).toBeVisible();

    const smoke = (at = '') => sh(`SITE='${at}' npm run smoke`, { env: smokeEnvironment() });
    expect(await smoke()).toContain('1 passed');
    const allow = (origin: string) =>
      releases.operator('owner', 'add', 'mf-help', '--path', '/help', '--connect', origin);
    const api = 'https://api.help.example';
    const policy = async () =>
      (await fetch(`${site.urls.site}/help`)).headers.get('content-security-policy');
    await allow(api);
    await expect.poll(policy).toContain(api);
    expect(await smoke()).toContain('1 passed'); // its links load a document now
    await allow('none');
    await expect.poll(policy).not.toContain(api);

    const source = path.join(home, 'src/routes/help.tsx');
    const journey = path.join(home, 'journeys/help.spec.ts');
    const words = 'Help & <answers> 🙂';
    const text = readFileSync(source, 'utf8');
    const linkIn = (printed: string) => /http\S+preview=\S+/.exec(printed)?.[0] ?? '';
    // no gate clicks
    writeFileSync(source, failingOnClick(text));
    const broken = await sh('RELEASES_KEY=team.pem npm run publish -- --channel broken');
    await expect(smoke(linkIn(broken))).rejects.toMatchObject({
      stdout: expect.stringContaining('left in disorder'),
    });

    // this site's CSP allows the picture; the release server tries pages under the same policies
    const picture = `<img src="${pictureOrigin}/a.svg" alt="" />`;
    writeFileSync(
      source,
      text
        .replace('>Help<', `>{${JSON.stringify(words)}}<`)
        .replace('</h1>', `</h1>\n      ${picture}`),
    );
    const steps = readFileSync(journey, 'utf8');
    writeFileSync(journey, steps.replace("name: 'Help'", `name: ${JSON.stringify(words)}`));
    const previewing = 'npm run publish -- --channel mine';
    const renaming = "s/>Help</>Help desk</; s/'Help'/'Help desk'/";
    const renamed = 'src/routes/help.tsx src/routes/help.test.tsx';
    await follow(`sed -i.bak "${renaming}" ${renamed}`, 'true');
    await follow('rm src/routes/*.bak', 'true');
    const printed = await follow(`RELEASES_KEY=team.pem ${previewing}`);
    const link = linkIn(printed);
    expect(link).toContain(`${site.urls.site}/help?preview=mf-help@mine.`);
    await follow('npx playwright install chromium', 'true');
    const documentedSmoke = "SITE='https://carry.example/help?preview=…' npm run smoke";
    await follow(documentedSmoke, 'true');
    expect(await smoke(link)).toContain('1 passed');
    await expect(smoke()).rejects.toMatchObject({ stdout: expect.stringContaining('1 failed') });
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
    expect(await (await fetch(`${site.urls.site}/help`)).text()).not.toContain('&lt;answers&gt;');

    for (const [key, why] of [
      ['stranger', /unknown key/],
      ['booking', /may not sign mf-help/],
    ] as const)
      await expect(
        sh('npm run publish', { env: { RELEASES_KEY: releases.getFile(key) } }),
      ).rejects.toThrow(why);
    if (process.env['TEST_FULL']) {
      meddler = await startMeddler(releases.url);
      const to = `http://127.0.0.1:${(meddler.address() as AddressInfo).port}`;
      const sending = `RELEASES_KEY=team.pem npm run publish -- --channel other --to ${to}`;
      await expect(sh(sending)).rejects.toThrow(/the body does not match the signed digest/);
    }

    await page.context().clearCookies();
    await follow('RELEASES_KEY=team.pem npm run releases -- promote mf-help mine');
    await shows(words);
    await follow('RELEASES_KEY=team.pem npm run releases -- rollback mf-help');
    await shows('Help');
    const listed = await sh('RELEASES_KEY=team.pem npm run releases -- list mf-help');
    expect(listed).toMatch(/ {2}the team of mf-help +rollback /);
    // meant for a pipeline
    expect([...documented]).toEqual(['RELEASES_KEY=team.pem sh release.sh preview pr-1']);
    await page.close();
  } finally {
    meddler?.close();
    pictures.close();
    await server?.stop();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
