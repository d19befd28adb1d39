import { once } from 'node:events';
import type { Server } from 'node:http';
import { followBuild, freePort, startDevServer } from './dev-server';
import { createDispatcher } from './live-site/network';
import type { Replacement } from './live-site/page';
import { createProxy } from './live-site/proxy';
import {
  assertKitFits,
  findConsumers,
  readLiveVersion,
  readPublicSite,
  readSetup,
} from './live-site/public-site';
import { startPackedServer } from './packed-server';
import type { Project } from './project';
import { rsbuild } from './run';

const PORT = 3300;
/** Ports after the default one, for more remotes at once. */
const MORE_PORTS = 20;

interface DevOptions {
  /** The site around the remote, `true` for the one in package.json; without one, the remote runs standalone. */
  site?: URL | true;
  port?: number;
}

export async function dev(project: Project, { site, port }: DevOptions): Promise<string> {
  if (project.pack && !site)
    throw new Error(
      "dev builds src/remote.ts; use your own tool's development server, or 'carry-remote dev --site' to see each build of your tool inside the site",
    );
  if (site) return devInside(project, createSite(project, site), port);
  const args = ['dev', '--environment', 'standalone', '--port', String(port ?? PORT)];
  await rsbuild(project, 'development', args);
  return 'stopped';
}

function createSite(project: Project, site: URL | true): string {
  if (site !== true) return site.origin;
  if (project.site) return new URL(project.site).origin;
  throw new Error(
    'no site; pass one with --site URL, or add it to package.json: "carry": { "site": "https://…" }',
  );
}

async function devInside(project: Project, address: string, port?: number): Promise<string> {
  const { name } = project;
  const publicSite = await readPublicSite(address);
  assertKitFits(project, publicSite);
  const [setup, replaced] = await Promise.all([readSetup(address), readLiveVersion(address, name)]);
  const { site } = setup;
  const devPort = await freePort();
  const origin = `http://localhost:${devPort}`;
  const start = project.pack ? startPackedServer : startDevServer;
  const devServer = await start(project, devPort);
  let proxy: Server | undefined;
  try {
    const getBuild = await followBuild(project, origin, devServer);
    const { connect, frames } = publicSite.owners[name] ?? {};
    const consumers = findConsumers(publicSite, name);
    const replacement = async (): Promise<Replacement> => {
      const { hasFrames, ...build } = await getBuild();
      const grants = { connect, frames: hasFrames ? frames : [] };
      return {
        remote: name,
        origin,
        entry: devServer.getEntry(),
        ...build,
        replaced,
        grants,
        consumers,
      };
    };
    const dispatcher = createDispatcher(process.env);
    const { local, server } = await listenNear(port, (local) =>
      createProxy({ ...setup, remote: name, devServer: origin, local, dispatcher, replacement }),
    );
    proxy = server;
    const hasPath = Object.hasOwn(publicSite.owners, name);
    print({ site, local, replacement: await replacement(), hasPath });
    throw await devServer.ended;
  } finally {
    void devServer.stop();
    proxy?.close();
    proxy?.closeAllConnections();
  }
}

/** Listens on a port of this machine, by default the first free one from 3300 on. Returns the server and its address. */
async function listenNear(
  port: number | undefined,
  create: (local: string) => Server,
): Promise<{ local: string; server: Server }> {
  const last = port ?? PORT + MORE_PORTS;
  for (let candidate = port ?? PORT; ; candidate++) {
    const local = `http://localhost:${candidate}`;
    try {
      const server = create(local).listen(candidate, 'localhost');
      await once(server, 'listening');
      return { local, server };
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || candidate >= last)
        throw new Error(`cannot listen on ${local}; choose another port with --port`, {
          cause: error,
        });
    }
  }
}

interface Started {
  site: string;
  local: string;
  replacement: Replacement;
  hasPath: boolean;
}

function print({ site, local, replacement, hasPath }: Started): void {
  const { remote, routes, replaced } = replacement;
  const page = (routes[0] ?? '/').replace(/\/[:*{].*$/, '').replaceAll('?', '') || '/';
  const lines = [
    local + page,
    `${remote}: this folder${replaced ? `, in place of release ${replaced}` : '; no release of it is live'}`,
    `everything else: ${site}`,
    ...(hasPath
      ? []
      : [`${site} gives ${remote} no path yet; ask its operator for one before you publish`]),
  ];
  console.log(`\n  ${lines.join('\n  ')}\n`);
}
