import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { newPrivateKey, readSigningKey } from '@carry/releases';
import { root } from 'workspace';
import { freePorts, fromSource, startService } from 'workspace/process';
import type { Site } from '../site/fixtures';

const run = promisify(execFile);
const releasesCommand = fromSource('tools/commands/releases.ts');

export const readKey = (file: string) => readSigningKey(readFileSync(file, 'utf8'));

/** Starts the operator's side: a trusted key, another team's key and a release server. */
export async function openReleases(site: Site, folder: string) {
  const getFile = (name: string) => path.join(folder, `${name}.pem`);
  for (const name of ['operator', 'booking', 'stranger'])
    writeFileSync(getFile(name), newPrivateKey());
  const trust = { RELEASES_TRUST: readKey(getFile('operator')).publicKey };
  const env = { ...process.env, ...trust, RELEASES_STORE: site.store };
  const operator = (...args: string[]) =>
    run(process.execPath, [...releasesCommand.args, ...args], {
      cwd: root,
      env: { ...env, RELEASES_KEY: getFile('operator') },
    });
  await operator('sign', '--why', 'keys from today on');
  const { publicKey } = readKey(getFile('booking'));
  await operator('owner', 'add', 'mf-booking', '--path', '/booking', '--key', publicKey);
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const [server] = await Promise.all([
    startService({
      name: 'releases',
      program: {
        ...releasesCommand,
        args: [...releasesCommand.args, 'serve', '--port', String(port)],
      },
      env: {
        ...trust,
        RELEASES_STORE: site.store,
        SITE_URL: site.urls.site,
        PREVIEW_SECRET: site.env['PREVIEW_SECRET'] ?? '',
      },
      readyUrl: `${url}/healthz`,
      log: (line) => site.lines.push(line),
    }),
    site.restart('site', trust),
  ]);
  return { url, server, operator, getFile };
}
