import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuildManifest } from '@carry/contracts/release';

/** What stands in bench/budgets.json: the weight of each route; what pages cost of a running site `e2e/budgets.spec.ts` measures. */
export interface Budgets {
  routes: Record<string, PageWeight>;
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

/** What a page may gain before somebody has to say so; styles are a twentieth of the scripts. */
const TOLERANCE = { javascript: 1.01, css: 1.05, requests: 1 };

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

const UPDATE = 'make it lighter, or write down why with `pnpm budgets`';

/** Where pages are heavier than their budgets, and budgets that no page or an old one has. */
export function problemsOf(
  weights: Record<string, PageWeight>,
  budgets: Record<string, PageWeight>,
): string[] {
  const heavier = Object.entries(weights).flatMap(([page, weight]) => {
    const budget = budgets[page];
    if (!budget) return [`${page}: has no budget; run \`pnpm budgets\``];
    return (Object.keys(weight) as (keyof PageWeight)[])
      .filter((what) => weight[what] > budget[what] * TOLERANCE[what])
      .map((what) => `${page}: ${what} ${weight[what]}, its budget is ${budget[what]}; ${UPDATE}`);
  });
  const gone = Object.keys(budgets).filter((page) => !(page in weights));
  return [
    ...heavier,
    ...gone.map((page) => `${page}: is not a page any more; run \`pnpm budgets\``),
  ];
}
