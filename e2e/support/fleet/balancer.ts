import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from 'workspace';
import { type Proxy as FrontProxy, hasNginx } from './front-proxy';

export interface Balancer extends FrontProxy {
  /** Present with nginx only: lines of its logs, and functions to kill and restart it. */
  nginx?: {
    log(name?: 'carry' | 'access' | 'error'): string[];
    kill(): Promise<void>;
    start(): Promise<void>;
  };
}

interface Behind {
  site: { at: number; of: [number, number] };
  api?: { at: number; of: [number, number] };
  releases?: { at: number; of: number };
}

/** Starts nginx with deploy/proxy/nginx.conf in front of two processes of each kind, or a round-robin proxy of the sites without nginx. */
export async function startBalancer(behind: Behind): Promise<Balancer> {
  const proxy: Balancer = hasNginx() ? startNginx(behind) : await startRoundRobin(behind.site);
  if (await isReachable(proxy.url)) return proxy;
  await proxy.stop();
  throw new Error('the proxy does not answer');
}

async function isReachable(url: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`${url}/healthz`).catch(() => null)) return true;
    await sleep(50);
  }
  return false;
}

/** Returns the deployed file with local addresses and without TLS. */
function buildConfig(behind: Behind, folder: string): string {
  const { site, api = { at: 0, of: [1, 1] }, releases = { at: 0, of: 1 } } = behind;
  let text = readFileSync(path.join(root, 'deploy/proxy/nginx.conf'), 'utf8');
  const put = (from: string | RegExp, to: string) => {
    if (text.replace(from, to) === text) throw new Error(`nginx.conf has no ${from}`);
    text = text.replace(from, to);
  };
  for (const number of [0, 1]) {
    put(new RegExp(`site-${number + 1}:3000`, 'g'), `127.0.0.1:${site.of[number]}`);
    put(new RegExp(`api-${number + 1}:4000`, 'g'), `127.0.0.1:${api.of[number]}`);
  }
  put(/^ *listen \[::\].*\n/gm, '');
  put('listen 80', `listen unix:${folder}/plain`);
  text = text.replaceAll('/var/log/nginx/', `${folder}/`);
  put('listen 443 ssl http2', `listen 127.0.0.1:${site.at}`);
  put('listen 443 ssl http2', api.at ? `listen 127.0.0.1:${api.at}` : `listen unix:${folder}/api`);
  put('releases:4200', `127.0.0.1:${releases.of}`);
  put(
    'listen 443 ssl http2',
    releases.at ? `listen 127.0.0.1:${releases.at}` : `listen unix:${folder}/releases`,
  );
  put('Host $host;', 'Host $http_host;'); // these ports are not the default ones
  put(/ssl_certificate\w* .*\n/g, '');
  put('/var/cache/nginx-carry', `${folder}/cache`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const debian = `access_log ${folder}/access.log;`; // in /etc/nginx/nginx.conf, beside conf.d
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${temporary} ${debian}\n${text}}`;
}

function startNginx(behind: Behind): Balancer {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-nginx-'));
  chmodSync(folder, 0o755); // nginx workers drop root
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, buildConfig(behind, folder));
  const url = `http://localhost:${behind.site.at}`;
  let child: ChildProcess;
  const spawned = () => {
    for (const left of ['plain', 'api', 'releases'])
      rmSync(path.join(folder, left), { force: true }); // stale sockets of a killed process
    child = spawn('nginx', ['-c', file, '-e', path.join(folder, 'error.log')], {
      stdio: 'ignore',
      detached: true, // a process group, so that workers are killed, too
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-(child.pid ?? 0), signal);
    await ended;
  };
  spawned();
  return {
    url,
    nginx: {
      log: (name = 'carry') =>
        readFileSync(path.join(folder, `${name}.log`), 'utf8')
          .split('\n')
          .filter(Boolean),
      kill: () => end('SIGKILL'),
      async start() {
        spawned();
        if (!(await isReachable(url))) throw new Error('nginx does not answer');
      },
    },
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startRoundRobin({ at, of }: Behind['site']): Promise<FrontProxy> {
  console.log('nginx is not installed: a small proxy of the tests stands before the sites');
  let turn = 0;
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const upstream = http.request({ port: of[turn++ % 2], method, path: url, headers });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.writeHead(502).end());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${at}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
