import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, request, type Server } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';

interface Certificate {
  /** PEM file, for `NODE_EXTRA_CA_CERTS`. */
  file: string;
  key: Buffer;
  cert: Buffer;
}

/** Creates a certificate of a private authority. */
export function createCertificate(folder: string, hosts: readonly string[]): Certificate {
  const [file, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Carry test'],
      ...['-addext', `subjectAltName=${names}`, '-keyout', key, '-out', file],
    ],
    { stdio: 'ignore' },
  );
  return { file, key: readFileSync(key), cert: readFileSync(file) };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const close = (server: Server) => () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Starts a TLS server in front of a server without TLS. */
export async function startTls({ key, cert }: Certificate, target: string) {
  const server = createServer({ key, cert }, (incoming, response) => {
    const { method, url, headers } = incoming;
    const onward = request(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  return { port: await listen(server), stop: close(server) };
}

/** Starts a company proxy, the only one that resolves the hosts. */
export async function startCompanyProxy(ports: Readonly<Record<string, number>>) {
  const tunnels = new Set<string>();
  const server = createHttpServer().on('connect', ({ url = '' }, socket) => {
    tunnels.add(url);
    const target = connect(ports[url] ?? 1, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, tunnels, stop: close(server) };
}
