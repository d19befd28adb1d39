// pnpm dev [remote …]: the whole product; a saved change of a remote is taken over by the open pages, with their state.
// pnpm dev <remote …> --site URL: only those remotes, inside a site that runs already with PREVIEWS=open.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { RemoteModule } from '@carry/contracts/shell';
import { DirectoryStore, flattenRoutes } from '@carry/releases';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { defaultDataFolder, remoteFolder, remotes, root } from 'workspace';
import { askLocally, localSocketOf } from 'workspace/ask-site';
import { buildAndPublish } from 'workspace/build';
import { buildDevelopmentShell } from 'workspace/build-package';
import { freePorts } from 'workspace/process';
import { portsFromEnvironment, type Stack, startStack } from 'workspace/stack';

const SETTLE_MS = 80;
const ANNOUNCE_MS = 1000;

interface DevServer {
  remote: string;
  port: number;
  process: ChildProcess;
}

/** Starts a remote's development server; resolves when it has built the remote once. */
async function startDevServer(remote: string, port: number): Promise<DevServer> {
  const child = spawn(
    process.execPath,
    [path.join(root, 'packages/remote-kit/bundler/dev-server.mjs'), remote, String(port)],
    {
      cwd: remoteFolder(remote),
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'], // it ends when the channel does
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (text.includes(`ready ${remote} `)) resolve();
      for (const line of text.split('\n').filter((line) => /error/i.test(line)))
        console.log(`${remote}: ${line}`);
    });
    child.once('exit', (code) =>
      reject(new Error(`the development server of ${remote} ended with code ${code}`)),
    );
  });
  return { remote, port, process: child };
}

// What a remote declares is read from its sources, and what those import has styles, which mean nothing here.
const withoutStyles = `export const load = (url, context, next) =>
  new URL(url).pathname.endsWith('.css') ? { format: 'module', source: 'export default {}', shortCircuit: true } : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(withoutStyles)}`);

/** The patterns that a remote declares now. */
async function routesOf(remote: string): Promise<string[]> {
  const file = pathToFileURL(path.join(remoteFolder(remote), 'src/remote.ts')).href;
  const { default: module } = (await import(`${file}?at=${Date.now()}`)) as {
    default: RemoteModule;
  };
  return flattenRoutes(module.createRoutes(createFakeShell().shell)).map((route) => route.path);
}

/** Tells a site of this machine every second which remotes are served here; answers the links that show them. Throws when it takes none. */
async function announce(site: URL, servers: DevServer[], everybody: boolean): Promise<string[]> {
  const socket = process.env['LOCAL_SOCKET'] || localSocketOf(Number(site.port));
  const routes = new Map<string, string[]>();
  const tell = async ({ remote, port }: DevServer): Promise<string> => {
    if (!routes.has(remote)) routes.set(remote, await routesOf(remote));
    const answer = await askLocally(socket, '/_shell/dev', {
      body: { remote, port, routes: routes.get(remote), everybody },
    });
    if (answer.status !== 200) throw new Error(`${site.origin}: ${answer.text.trim()}`);
    return `${site.origin}/?preview=${(JSON.parse(answer.text) as { preview: string }).preview}`;
  };
  const tellAll = () => Promise.all(servers.map(tell));
  for (const { remote } of servers)
    watch(path.join(remoteFolder(remote), 'src/remote.ts'), () => routes.delete(remote));
  const links = await tellAll().catch((error: NodeJS.ErrnoException) => {
    const none = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
    throw none
      ? new Error(
          `no site of yours listens at ${socket}; is ${site.origin} started on this machine?`,
        )
      : error;
  });
  setInterval(() => void tellAll().catch(() => {}), ANNOUNCE_MS); // a site that restarts hears of them again
  return links;
}

/** Rebuilds and restarts what is not a remote when its sources change. */
function watchServices(stack: Stack): void {
  const rebuildShell = async () => {
    await buildDevelopmentShell();
    await stack.restart('site');
    console.log('the shell is new');
  };
  const actions: Record<string, () => Promise<void>> = {
    shell: rebuildShell,
    'packages/releases': rebuildShell,
    'packages/contracts': rebuildShell,
    'shared-ui': rebuildShell,
    'services/api': () => stack.restart('api'),
    'services/dev-services': () => stack.restart('sandbox'),
  };
  let queue: Promise<void> = Promise.resolve();
  for (const [name, act] of Object.entries(actions)) {
    let settling: NodeJS.Timeout | undefined;
    const changed = () => {
      queue = queue.then(act).catch((error: Error) => console.error(error.message));
    };
    for (const folder of name === 'shell' ? ['browser', 'universal', 'server'] : ['src']) {
      watch(path.join(root, name, folder), { recursive: true }, (_, file) => {
        if (!file || /\.test\.tsx?$|~$/.test(file)) return;
        clearTimeout(settling);
        settling = setTimeout(changed, SETTLE_MS);
      });
    }
  }
}

async function dev(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { site: { type: 'string' } },
  });
  const unknown = positionals.filter((name) => !remotes.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `there is no remote ${unknown.join(', ')}; the remotes are ${remotes.join(', ')}`,
    );
  if (values.site && positionals.length === 0)
    throw new Error('--site needs a remote to run in it');
  if (values.site && !URL.canParse(values.site))
    throw new Error(
      `--site must be an address such as http://localhost:3000, not '${values.site}'`,
    );
  const wanted = positionals.length > 0 ? positionals : remotes;
  const servers: DevServer[] = [];
  let stack: Stack | undefined;
  const stop = async (code: number) => {
    await stack?.stop();
    await Promise.all(
      servers.map(async ({ process: child }) => {
        child.kill();
        if (child.exitCode === null) await once(child, 'exit');
      }),
    );
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

  if (!values.site) {
    const store = path.join(defaultDataFolder, 'releases');
    await Promise.all([buildAndPublish(new DirectoryStore(store)), buildDevelopmentShell()]);
    const env = { SHELL_BUILD: 'development', PREVIEWS: 'open' };
    stack = await startStack({
      ports: portsFromEnvironment(),
      dataFolder: defaultDataFolder,
      store,
      env,
    });
    watchServices(stack);
  }
  const ports = (await Promise.all(
    wanted.map(async () => (await freePorts())[0] ?? 0),
  )) as number[];
  servers.push(
    ...(await Promise.all(
      wanted.map((remote, index) => startDevServer(remote, ports[index] ?? 0)),
    )),
  );
  const site = values.site ?? (stack as Stack).urls.site;
  const previews = await announce(new URL(site), servers, !values.site);
  const links = values.site ? previews : [site];
  console.log(
    `\n  ${links.join('\n  ')}\n  watching ${wanted.join(', ')}${values.site ? '' : ', shell, api, sandbox'}\n`,
  );
}

dev().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
