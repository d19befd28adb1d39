import { createServer, request, type Server } from 'node:http';
import type { Browser } from 'playwright';
import { freePorts } from 'workspace/process';
import { type Stack, startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { median, paint, transferred } from './measure';
import { table } from './table';

const PAGES = ['/', '/cs2'];

/** Forwards calls to an API, and makes it respond to the directory with 404, like a server that lacks the call. */
async function hideDirectory(api: string, port: number): Promise<Server> {
  const server = createServer(({ method, headers, url = '' }, response) => {
    const path = url.replace(/^\/api\/coaches\/\?/, '/api/unknown/?');
    request(api + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

async function comparePage(
  browser: Browser,
  runs: number,
  { page, sites }: { page: string; sites: string[] },
): Promise<string[]> {
  for (const site of sites) await paint(browser, site + page); // warm-up
  const times = sites.map(() => [] as number[]);
  for (let run = 0; run < runs; run++)
    for (const [index, site] of sites.entries())
      times[index]?.push((await paint(browser, site + page)).lcp);
  const [shown = 0, hidden = 0] = times.map(median);
  const bytes = await Promise.all(sites.map((site) => transferred(site + page, 'gzip')));
  return [
    `\`${page}\``,
    ...bytes.map((size) => `${(size / 1024).toFixed(1)} KB`),
    `${shown.toFixed(0)} ms`,
    `${hidden.toFixed(0)} ms`,
    (shown / hidden).toFixed(2),
  ];
}

async function start(dataFolder: string, more: Record<string, string> = {}): Promise<Stack> {
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  const env = { SEED_MARKETPLACE: 'yes', ...more };
  return startStack({ ports: { site, api, sandbox }, dataFolder, env, log: () => {} });
}

export const measureCoachCards = (
  browser: Browser,
  runs: number,
  releases: string,
): Promise<string> =>
  withStore(releases, (first) =>
    withStore(releases, async (second) => {
      const shown = await start(first);
      const [port = 0] = await freePorts();
      const proxy = await hideDirectory(shown.urls.api, port);
      const hidden = await start(second, { API_URL: `http://localhost:${port}` });
      const sites = [shown.urls.site, hidden.urls.site];
      try {
        const rows: string[][] = [];
        for (const page of PAGES) rows.push(await comparePage(browser, runs, { page, sites }));
        const head = ['page', 'HTML, gzip', 'without', 'largest paint', 'without', 'ratio'];
        return `## The cards of coaches

The demo marketplace beside the same site on an API without the directory, in turn, median of ${runs}:

${table(head, rows)}
`;
      } finally {
        proxy.close();
        await Promise.all([shown.stop(), hidden.stop()]);
      }
    }),
  );
