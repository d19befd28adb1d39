import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Headers of the transfer, not of the page. */
const PACKING =
  /^(connection|content-(encoding|length)|date|keep-alive|set-cookie|transfer-encoding|vary)$/;
const SCRIPTS = /<script[^>]*>.*?<\/script>|<link rel="preload" as="script"[^>]*>/gs;

/** Serves the pages of a site without scripts, as the lower bound of paint times. Proxies other requests. */
export async function serveWithoutScripts(origin: string, paths: readonly string[]) {
  const pages = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(origin + path);
        const headers = [...answer.headers].filter(([name]) => !PACKING.test(name));
        const html = (await answer.text()).replaceAll(SCRIPTS, '');
        return [path, { headers: new Headers(headers), bytes: gzipSync(html) }] as const;
      }),
    ),
  );
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming;
    const page = pages.get(url);
    if (page)
      return response
        .setHeaders(page.headers)
        .setHeader('content-encoding', 'gzip')
        .end(page.bytes);
    const passed = request(origin + url, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    passed.on('error', () => response.destroy());
    return incoming.pipe(passed);
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
