import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from 'workspace/process';

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

export const hasNginx = (): boolean => {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Starts nginx with defaults in front of a site, or a proxy with the same effect where nginx is missing. */
export async function startFrontProxy(target: string): Promise<Proxy> {
  const [port = 0] = await freePorts();
  const address = target.replace('localhost', '127.0.0.1');
  const proxy = hasNginx()
    ? startNginx(address, port)
    : await startProxy(address, { port, headers: ({ host: _, ...rest }) => rest });
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`${proxy.url}/healthz`).catch(() => null)) return proxy;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the proxy does not answer');
}

function startNginx(target: string, port: number): Proxy {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } }`;
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temporary} ${server} }`,
  );
  const child = spawn(
    'nginx',
    ['-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Changes {
  port?: number;
  headers?(headers: OutgoingHttpHeaders): OutgoingHttpHeaders;
  body?(path: string, text: string): string;
}

export async function startProxy(
  target: string,
  { port, headers = (original) => original, body = (_, text) => text }: Changes,
): Promise<Proxy> {
  const listenPort = port ?? (await freePorts())[0] ?? 0;
  const server = http.createServer(async (request, response) => {
    const { method, url = '/' } = request;
    const upstream = http.request(`${target}${url}`, {
      method,
      headers: { ...headers(request.headers), 'accept-encoding': 'identity' },
    });
    upstream.on('response', async (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const { 'content-length': _, 'transfer-encoding': __, ...rest } = answer.headers;
      response
        .writeHead(answer.statusCode ?? 502, rest)
        .end(body(url, Buffer.concat(chunks).toString()));
    });
    upstream.on('error', () => response.writeHead(502).end());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(listenPort, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${listenPort}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
