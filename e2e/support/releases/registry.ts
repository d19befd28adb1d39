// A npm registry with the packages of this workspace, as an operator runs it for teams.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packLibraries } from 'workspace/libraries';
import { publishPackages } from 'workspace/libraries/publish';
import { freePorts, startService } from 'workspace/process';

/** Everyone reads, accounts publish; other scopes come from the registry of the machine. */
const configuration = (folder: string) => ({
  storage: path.join(folder, 'storage'),
  auth: { htpasswd: { file: path.join(folder, 'htpasswd') } },
  packages: { '@carry/*': { access: '$all', publish: '$authenticated' } },
  web: { enable: false },
  max_body_size: '100mb',
  log: { type: 'stdout', format: 'json', level: 'warn' },
});

async function createAccount(url: string): Promise<string> {
  const name = 'operator';
  const response = await fetch(`${url}/-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password: `${crypto.randomUUID()}`, type: 'user' }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`the registry created no account: status ${response.status}`);
  return token;
}

/** Repacks a tarball without "private", which its owner removes to publish it. */
function withoutPrivate(tarball: string, folder: string): string {
  const unpacked = path.join(folder, path.basename(tarball, '.tgz'));
  mkdirSync(unpacked);
  execFileSync('tar', ['xzf', tarball, '-C', unpacked]);
  const file = path.join(unpacked, 'package/package.json');
  const { private: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as object & {
    private?: boolean;
  };
  writeFileSync(file, JSON.stringify(manifest));
  const repacked = `${unpacked}.tgz`;
  execFileSync('tar', ['czf', repacked, '-C', unpacked, 'package']);
  return repacked;
}

/** Starts Verdaccio and publishes the packages to it. */
export async function startRegistry(folder: string) {
  mkdirSync(folder);
  const config = path.join(folder, 'verdaccio.json');
  writeFileSync(config, JSON.stringify(configuration(folder))); // JSON is YAML
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const manifest = createRequire(import.meta.url).resolve('verdaccio/package.json');
  const program = path.join(path.dirname(manifest), 'bin/verdaccio');
  const service = await startService({
    name: 'registry',
    program: {
      args: [program, '--config', config, '--listen', `localhost:${port}`],
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
    },
    env: {},
    readyUrl: `${url}/-/ping`,
  });
  try {
    const tarballs = Object.values(await packLibraries());
    const published = tarballs.map((tarball) => withoutPrivate(tarball, folder));
    const lines: string[] = [];
    await publishPackages(published, (line) => lines.push(line), {
      'npm_config_@carry:registry': `${url}/`,
      npm_config_userconfig: path.join(folder, 'npmrc'),
      [`npm_config_//localhost:${port}/:_authToken`]: await createAccount(url),
      npm_config_cache: path.join(folder, 'cache'),
      NODE_OPTIONS: '',
    });
    return { url, lines, stop: () => service.stop() };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
