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
  kilobytes: number;
  longTasks: number;
}

async function visit(context: BrowserContext, { url, path, shows }: PageOptions): Promise<Visit> {
  const page = await context.newPage();
  const session = await throttle(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url + path, { waitUntil: 'networkidle', timeout: 60_000 });
  await page.getByText(shows).first().waitFor();
  const { nodes, longTasks } = await page.evaluate(() => ({
    nodes: document.querySelectorAll('*').length,
    longTasks: (globalThis as unknown as { longTasks: number[] }).longTasks.reduce(
      (a, b) => a + b,
      0,
    ),
  }));
  await page.close();
  return { nodes, longTasks, kilobytes: bytes / 1024 };
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
    { what, unit: 'KB received', value: of(({ kilobytes }) => kilobytes) },
    { what, unit: 'ms of long tasks', value: of(({ longTasks }) => longTasks) },
  ];
}
