import { request } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/** Returns the socket on which a site serves programs of the same user of this machine. Browsers and proxies cannot reach it. */
export const getLocalSocket = (port: number): string =>
  path.join(process.env['XDG_RUNTIME_DIR'] || tmpdir(), `carry-${userInfo().uid}`, `${port}.sock`);

interface LocalAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends a request to a site over its local socket; a body is posted as JSON. */
export function askLocally(
  socketPath: string,
  path: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<LocalAnswer> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const method = content === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        socketPath,
        path,
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        agent: false, // a kept connection fails with EPIPE once the site has closed it
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        );
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(content);
  });
}
