import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuildManifest } from '@carry/contracts/release';

/**
 * What stands in tools/bench/budgets.json: the weight of each route, and of the server bundle of each remote, which every process that
 * renders holds; what pages cost of a running site `e2e/budgets.spec.ts` measures.
 */
export interface Budgets {
  routes: Record<string, PageWeight>;
  servers: Record<string, ServerWeight>;
  pages: object;
}

/** What one page loads before it is idle. */
export interface PageWeight {
  /** Gzip bytes. */
  javascript: number;
  css: number;
  /** Scripts that it asks for; its styles stand in the page. */
  requests: number;
}

export interface ServerWeight {
  bytes: number;
}

/** What may be gained before somebody has to say so; styles are a twentieth of the scripts. */
const TOLERANCE = { javascript: 1.01, css: 1.05, requests: 1, bytes: 1.05 };
type Figure = keyof typeof TOLERANCE;

function weigh(files: string[]): PageWeight {
  const bytes = (suffix: string) =>
    files
      .filter((file) => file.endsWith(suffix))
      .reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  return {
    javascript: bytes('.js'),
    css: bytes('.css'),
    requests: files.filter((file) => file.endsWith('.js')).length,
  };
}

/** The scripts and styles that the built page of the shell names. */
function shellFiles(root: string): string[] {
  const web = path.join(root, 'shell/dist/web');
  const html = readFileSync(path.join(web, 'index.html'), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) =>
    path.join(web, file),
  );
}

/** The weight of every route of the built remotes, by `remote route`, the shell included. */
export function weighPages(root: string, remotes: readonly string[]): Record<string, PageWeight> {
  const shell = shellFiles(root);
  const pages = remotes.flatMap((remote) => {
    const dist = path.join(root, remote, 'dist');
    const { entry, expose, routes } = JSON.parse(
      readFileSync(path.join(dist, 'build.json'), 'utf8'),
    ) as BuildManifest;
    return Object.entries(routes).map(([route, files]): [string, PageWeight] => {
      const own = [...new Set([entry, ...expose, ...files])].map((file) => path.join(dist, file));
      return [`${remote} ${route}`, weigh([...shell, ...own])];
    });
  });
  return Object.fromEntries(pages.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The weight of the server bundle of every built remote. */
export const weighServers = (
  root: string,
  remotes: readonly string[],
): Record<string, ServerWeight> =>
  Object.fromEntries(
    remotes.map((remote) => {
      const { size } = statSync(path.join(root, remote, 'dist/server/remote.cjs'));
      return [remote, { bytes: size }];
    }),
  );

const UPDATE = 'make it lighter, or write down why with `npm run generate -- budgets`';

/** What is heavier than its budget or has none, and budgets of what is not there any more. */
export function problemsOf(
  weights: Record<string, PageWeight | ServerWeight>,
  budgets: Record<string, PageWeight | ServerWeight>,
): string[] {
  const heavier = Object.entries(weights).flatMap(([name, weight]) => {
    const budget: Partial<Record<Figure, number>> | undefined = budgets[name];
    if (!budget) return [`${name}: has no budget; run \`npm run generate -- budgets\``];
    return (Object.entries(weight) as [Figure, number][])
      .filter(([what, figure]) => figure > (budget[what] ?? 0) * TOLERANCE[what])
      .map(
        ([what, figure]) => `${name}: ${what} ${figure}, its budget is ${budget[what]}; ${UPDATE}`,
      );
  });
  const gone = Object.keys(budgets).filter((name) => !(name in weights));
  return [
    ...heavier,
    ...gone.map((name) => `${name}: is not there any more; run \`npm run generate -- budgets\``),
  ];
}
