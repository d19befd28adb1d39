// npm run dev -- [remote …]: starts the product with hot reload of the remotes.
// npm run dev -- <remote …> --site URL: registers these remotes with a site that runs on this machine with PREVIEWS=open. Default: none,
// starts a site. Without a remote: all of them.
// `carry-remote dev --site URL` is another command: a proxy that shows one remote inside any site.
import { watch } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { askLocally, DirectoryStore, getLocalSocket } from '@carry/releases';
import { type DevBuild, type DevServer, followBuild, startDevServer } from '@carry/remote-kit/cli';
import { defaultDataFolder, remoteFolder, remotes, root } from 'workspace';
import { buildAndPublish } from 'workspace/build';
import { buildDevelopmentShell } from 'workspace/build-package';
import { freePorts } from 'workspace/process';
import { portsFromEnvironment, type Stack, startStack } from 'workspace/stack';
import { holdData } from './hold-data';

const SETTLE_MS = 80;
const REGISTER_MS = 1000;

interface RunningServer extends DevServer {
  remote: string;
  port: number;
  getBuild(): Promise<DevBuild>;
}

async function startServer(remote: string, port: number): Promise<RunningServer> {
  const project = { name: remote, folder: remoteFolder(remote) };
  const server = await startDevServer(project, port);
  const getBuild = await followBuild(project, `http://localhost:${port}`, server);
  return { ...server, remote, port, getBuild };
}

/** Registers development servers with a local site, again every second in case it restarts. Returns the preview links. */
async function registerServers(
  site: URL,
  servers: RunningServer[],
  everybody: boolean,
): Promise<string[]> {
  const socket = process.env['LOCAL_SOCKET'] || getLocalSocket(Number(site.port));
  const register = async ({ remote, port, getBuild }: RunningServer): Promise<string> => {
    const answer = await askLocally(socket, '/_shell/dev', {
      body: { remote, port, ...(await getBuild()), everybody },
    });
    if (answer.status !== 200) throw new Error(`${site.origin}: ${answer.text.trim()}`);
    return `${site.origin}/?preview=${(JSON.parse(answer.text) as { preview: string }).preview}`;
  };
  const registerAll = () => Promise.all(servers.map(register));
  const links = await registerAll().catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
    throw isMissing
      ? new Error(`no site listens at ${socket}; start ${site.origin} on this machine`)
      : error;
  });
  setInterval(() => void registerAll().catch(() => {}), REGISTER_MS); // the site may be restarting
  return links;
}

function watchServices(stack: Stack): void {
  const rebuildShell = async () => {
    await buildDevelopmentShell();
    await stack.restart('site');
    console.log('rebuilt the shell');
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
    throw new Error(`unknown remote ${unknown.join(', ')}; choose from ${remotes.join(', ')}`);
  if (values.site && positionals.length === 0)
    throw new Error('--site needs a remote: npm run dev -- <remote> --site URL');
  if (values.site && !URL.canParse(values.site))
    throw new Error(`--site must be a URL such as http://localhost:3000, not '${values.site}'`);
  const names = positionals.length > 0 ? positionals : remotes;
  const servers: RunningServer[] = [];
  let isStopping = false;
  let stack: Stack | undefined;
  const stop = async (code: number) => {
    if (isStopping) return; // Ctrl+C signals this process twice: from the terminal and from run.mjs
    isStopping = true;
    await stack?.stop();
    await Promise.all(servers.map((server) => server.stop()));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

  if (!values.site) {
    await holdData(defaultDataFolder);
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
  const ports = (await Promise.all(names.map(async () => (await freePorts())[0] ?? 0))) as number[];
  servers.push(
    ...(await Promise.all(names.map((remote, index) => startServer(remote, ports[index] ?? 0)))),
  );
  for (const { ended } of servers)
    void ended.then(({ message }) => {
      if (isStopping) return;
      console.error(message);
      void stop(1);
    });
  const site = values.site ?? (stack as Stack).urls.site;
  const previews = await registerServers(new URL(site), servers, !values.site);
  const links = values.site ? previews : [site];
  console.log(
    `\n  ${links.join('\n  ')}\n  watching ${names.join(', ')}${values.site ? '' : ', shell, api, sandbox'}\n`,
  );
}

dev().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
