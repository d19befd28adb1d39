import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};

export async function serveFolder(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const file = path.extname(pathname) ? pathname : '/index.html';
    const content = await readFile(path.join(folder, file)).catch(() => null);
    response
      .writeHead(content ? 200 : 404, {
        'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      })
      .end(content ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
