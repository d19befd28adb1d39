import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Of the packing of an answer, not of the page. */
const PACKING =
  /^(connection|content-(encoding|length)|date|keep-alive|set-cookie|transfer-encoding|vary)$/;
const SCRIPTS = /<script[^>]*>.*?<\/script>|<link rel="preload" as="script"[^>]*>/gs;

/** The pages of a site as HTML and styles alone, from memory, under its own headers: when they are painted is the limit. All else passes through. */
export async function serveWithoutScripts(origin: string, paths: readonly string[]) {
  const pages = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(origin + path);
        const own = [...answer.headers].filter(([name]) => !PACKING.test(name));
        const html = (await answer.text()).replaceAll(SCRIPTS, '');
        return [path, { headers: new Headers(own), bytes: gzipSync(html) }] as const;
      }),
    ),
  );
  const server = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked;
    const page = pages.get(url);
    if (page)
      return answer.setHeaders(page.headers).setHeader('content-encoding', 'gzip').end(page.bytes);
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
