// A remote's repository outside this workspace, with packages packed here.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '@carry/releases/gates';
import { packLibraries } from 'workspace/libraries';

const run = promisify(execFile);

/** Environment without the workspace's variables. */
export const ownEnvironment = {
  ...process.env,
  RELEASES_STORE: '',
  RELEASES_TRUST: '',
  NODE_OPTIONS: '',
  NODE_ENV: 'test',
};

export const smokeEnvironment = () => ({ CHROMIUM_PATH: findBrowser() ?? '' });

/** Runs a shell line and returns its output. */
export const shellIn =
  (home: string) =>
  async (command: string, { cwd = home, env = {} } = {}): Promise<string> =>
    (
      await run('sh', ['-c', command], {
        cwd,
        env: { ...ownEnvironment, ...env },
        maxBuffer: 1 << 24,
      })
    ).stdout;

/** Packs the packages and returns the commands that create a repository and install it. */
export async function packedCommands() {
  const { '@carry/create-remote': creator = '', ...packages } = await packLibraries();
  const tarballs = Object.values(packages).map((file) => `'${path.resolve(file)}'`);
  const creating = `npm exec --yes --package='${creator}' -- create-remote`;
  return {
    upgrade: `${creating} --upgrade`,
    create: ({
      name,
      route,
      site,
      releases,
    }: Record<'name' | 'route' | 'site' | 'releases', string>) =>
      `${creating} ${name} --path ${route} --site ${site} --releases ${releases}`,
    install: `npm install --no-save --prefer-offline --no-audit --no-fund ${tarballs.join(' ')}`,
  };
}
