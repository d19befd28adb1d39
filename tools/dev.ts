// pnpm dev [remote …]: the whole product; every saved change is built, published to the local store and shown by the open pages.
import { watch } from 'node:fs';
import path from 'node:path';
import { DirectoryStore } from 'registry';
import { buildAndPublish, buildPackage } from './build-workspace';
import { publishRemote } from './publish-remote';
import { defaultDataFolder, portsFromEnvironment, startStack } from './stack';
import { remotes, root } from './workspace';

const SETTLE_MS = 80;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !remotes.includes(name));
const watched = wanted.length > 0 ? wanted : [...remotes];
const store = path.join(defaultDataFolder, 'releases');

async function dev(): Promise<void> {
  if (unknown.length > 0) throw new Error(`there is no remote ${unknown.join(', ')}; the remotes are ${remotes.join(', ')}`);
  await buildAndPublish(store);
  const stack = await startStack({ ports: portsFromEnvironment(), dataFolder: defaultDataFolder, store, env: { LIVE_RELOAD: 'yes' } });
  console.log(`\n  ${stack.urls.site}   watching ${watched.join(', ')}, shell, api, sandbox\n`);

  const rebuild = async (remote: string) => {
    await buildPackage(remote);
    const { version, outcome } = await publishRemote(remote, new DirectoryStore(store), 'dev');
    if (outcome === 'published') console.log(`${remote}@${version} is live`);
  };
  const rebuildShell = async () => {
    await buildPackage('shell');
    await stack.restart('site');
  };
  const actions: Record<string, () => Promise<void>> = {
    ...Object.fromEntries(watched.map((remote) => [remote, () => rebuild(remote)])),
    shell: rebuildShell,
    registry: rebuildShell,
    api: () => stack.restart('api'),
    sandbox: () => stack.restart('sandbox'),
  };
  const everything = async () => {
    await rebuildShell();
    for (const remote of watched) await rebuild(remote);
  };
  actions.contracts = everything;
  actions['shared-ui'] = everything;

  let queue: Promise<void> = Promise.resolve();
  for (const [name, act] of Object.entries(actions)) {
    let settling: NodeJS.Timeout | undefined;
    const changed = () => {
      queue = queue.then(act).catch((error: Error) => console.error(error.message));
    };
    for (const folder of name === 'shell' ? ['src', 'server'] : ['src']) {
      watch(path.join(root, name, folder), { recursive: true }, (_, file) => {
        if (!file || /\.test\.tsx?$|~$/.test(file)) return;
        clearTimeout(settling);
        settling = setTimeout(changed, SETTLE_MS);
      });
    }
  }
  const stop = () => void stack.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

dev().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
