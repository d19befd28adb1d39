import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const SCRIPTS = /<script[^>]*>.*?<\/script>|<link rel="preload" as="script"[^>]*>/gs;

/** The pages of a site as HTML and styles alone, from memory: when they are painted is the limit. All else passes through. */
export async function serveWithoutScripts(origin: string, paths: readonly string[]) {
  const pages = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(origin + path);
        const policy = answer.headers.get('content-security-policy') ?? '';
        const html = (await answer.text()).replaceAll(SCRIPTS, '');
        return [path, { policy, bytes: gzipSync(html) }] as const;
      }),
    ),
  );
  const server = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked;
    const page = pages.get(url);
    if (page)
      return answer
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('content-encoding', 'gzip')
        .setHeader('content-security-policy', page.policy.split(', '))
        .end(page.bytes);
    const passed = request(origin + url, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    return asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
