import type { BrowserContext } from 'playwright';
import { type Measurement, median, throttle } from './measure';

interface PageOptions {
  url: string;
  path: string;
  shows: string;
  runs: number;
}

interface Visit {
  nodes: number;
  /** Of the page and its answers. Files that are read ahead vary. */
  kilobytes: number;
  /** Script, style and layout, on the slowed processor. */
  workMs: number;
}

const WORK = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];

async function visit(context: BrowserContext, { url, path, shows }: PageOptions): Promise<Visit> {
  const page = await context.newPage();
  const session = await throttle(page);
  const data = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Document' || new URL(request.url).pathname.startsWith('/api/'))
      data.add(requestId);
  });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (data.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Performance.enable');
  await page.goto(url + path, { waitUntil: 'networkidle', timeout: 60_000 });
  await page.getByText(shows).first().waitFor();
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics
    .filter(({ name }) => WORK.includes(name))
    .reduce((sum, { value }) => sum + value, 0);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  await page.close();
  return { nodes, workMs: seconds * 1000, kilobytes: bytes / 1024 };
}

export async function measurePage(
  context: BrowserContext,
  options: PageOptions,
): Promise<Measurement[]> {
  await visit(context, options); // fills the caches of servers and browser
  const visits: Visit[] = [];
  for (let run = 0; run < options.runs; run++) visits.push(await visit(context, options));
  const of = (pick: (visit: Visit) => number) => median(visits.map(pick));
  const what = `page \`${options.path}\``;
  return [
    { what, unit: 'nodes', value: of(({ nodes }) => nodes) },
    { what, unit: 'KB of data', value: of(({ kilobytes }) => kilobytes) },
    { what, unit: 'ms of work', value: of(({ workMs }) => workMs) },
  ];
}
