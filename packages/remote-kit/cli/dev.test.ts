import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dev } from './dev';
import * as devServers from './dev-server';
import { type DevServer, followBuild, freePort } from './dev-server';
import * as publicSite from './live-site/public-site';

const NAME = 'mf-help';
const needs = { workers: false, wasm: false };
const project = { folder: '/', name: NAME, site: undefined, releases: undefined };
const CODE = `exports.default = {
  contractVersion: 2,
  createRoutes: () => [{ id: 'help', path: '/help', Component: () => null }],
};`;

function createFake() {
  const builds = new EventEmitter();
  const stop = vi.fn(async () => {});
  let end: (error: Error) => void = () => {};
  const ended = new Promise<Error>((resolve) => {
    end = resolve;
  });
  const server: DevServer = {
    ended,
    getEntry: () => 'remoteEntry.js',
    onBuilt: (listener) => builds.on('built', listener),
    stop,
  };
  return { builds, stop, end, server };
}

let build: Server;
let isBroken: boolean;
let code: string;
let origin: string;
let fake: ReturnType<typeof createFake>;
beforeEach(async () => {
  isBroken = false;
  code = CODE;
  fake = createFake();
  build = createServer((_, response) =>
    response.writeHead(isBroken ? 503 : 200).end(JSON.stringify({ code, files: [] })),
  ).listen(0, 'localhost');
  await once(build, 'listening');
  origin = `http://localhost:${(build.address() as AddressInfo).port}`;
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  build.close();
  build.closeAllConnections();
});

describe('dev --site', () => {
  it('frees its port when the development server ends', async () => {
    const port = await freePort();
    vi.spyOn(devServers, 'startDevServer').mockResolvedValue(fake.server);
    vi.spyOn(devServers, 'followBuild').mockResolvedValue(async () => ({
      routes: ['/help'],
      needs,
      hasFrames: false,
    }));
    vi.spyOn(publicSite, 'readPublicSite').mockResolvedValue({ owners: {} } as never);
    vi.spyOn(publicSite, 'assertKitFits').mockReturnValue();
    vi.spyOn(publicSite, 'readLiveVersion').mockResolvedValue(null);
    vi.spyOn(publicSite, 'readSetup').mockResolvedValue({ site: origin, api: origin } as never);
    const running = dev(project, { site: new URL(origin), port });
    await vi.waitFor(async () => void (await fetch(`http://localhost:${port}/`)));
    fake.end(new Error('ended (exit code 1)'));
    await expect(running).rejects.toThrow('ended (exit code 1)');
    expect(fake.stop).toHaveBeenCalled();
    await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow();
  });
});

describe('followBuild', () => {
  it('waits for a build that can be read', { timeout: 10_000 }, async () => {
    isBroken = true;
    const following = followBuild(project, origin, fake.server);
    await vi.waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('the build of mf-help failed'),
    );
    isBroken = false;
    fake.builds.emit('built');
    expect((await (await following)()).routes).toEqual(['/help']);
  });

  it('reads whether a page shows frames', async () => {
    const getBuild = await followBuild(project, origin, fake.server);
    expect((await getBuild()).hasFrames).toBe(false);
    for (const more of ['', 'framesOnDemand: true']) {
      code = CODE.replace('=> null }', `=> null, handle: { frames: () => [], ${more} } }`);
      fake.builds.emit('built');
      expect((await getBuild()).hasFrames).toBe(true);
    }
  });

  it('waits for a new build that is being read', async () => {
    const getBuild = await followBuild(project, origin, fake.server);
    code = CODE.replace("'/help'", "'/faq'");
    fake.builds.emit('built');
    expect((await getBuild()).routes).toEqual(['/faq']);
  });

  it('reports a page that the server cannot render', async () => {
    code = CODE.replace('=> null', '=> window.innerWidth');
    const getBuild = await followBuild(project, origin, fake.server);
    expect((await getBuild()).routes).toEqual(['/help']);
    expect(console.error).toHaveBeenCalledWith(
      expect.stringMatching(
        /page \/help cannot be rendered on the server \(window is not defined\)/,
      ),
    );
  });

  it('rejects if the development server ends before', async () => {
    isBroken = true;
    const following = followBuild(project, origin, fake.server);
    fake.end(new Error('ended (SIGTERM)'));
    await expect(following).rejects.toThrow('ended (SIGTERM)');
  });
});
