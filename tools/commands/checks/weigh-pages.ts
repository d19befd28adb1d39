import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuildManifest } from '@carry/contracts/release';

export interface Budgets {
  routes: Record<string, PageWeight>;
  servers: Record<string, ServerWeight>;
  pages: object;
}

/** Files that a page loads before it is idle. */
export interface PageWeight {
  /** Gzip bytes. */
  javascript: number;
  css: number;
  /** Script requests; styles are inlined. */
  requests: number;
}

export interface ServerWeight {
  bytes: number;
}

/** Growth that needs no new budget. Styles are small, so they may grow more. */
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

function shellFiles(root: string): string[] {
  const web = path.join(root, 'shell/dist/web');
  const html = readFileSync(path.join(web, 'index.html'), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) =>
    path.join(web, file),
  );
}

export function weighPages(root: string, remotes: readonly string[]): Record<string, PageWeight> {
  const shell = shellFiles(root);
  const pages = remotes.flatMap((remote) => {
    const dist = path.join(root, remote, 'dist');
    const { entry, expose, routes } = JSON.parse(
      readFileSync(path.join(dist, 'build.json'), 'utf8'),
    ) as BuildManifest;
    return Object.entries(routes).map(([route, files]): [string, PageWeight] => {
      const paths = [...new Set([entry, ...expose, ...files])].map((file) => path.join(dist, file));
      return [`${remote} ${route}`, weigh([...shell, ...paths])];
    });
  });
  return Object.fromEntries(pages.sort(([one], [other]) => (one < other ? -1 : 1)));
}

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

const UPDATE = 'reduce it, or raise the budget with `npm run generate -- budgets`';

export function findProblems(
  weights: Record<string, PageWeight | ServerWeight>,
  budgets: Record<string, PageWeight | ServerWeight>,
): string[] {
  const heavier = Object.entries(weights).flatMap(([name, weight]) => {
    const budget: Partial<Record<Figure, number>> | undefined = budgets[name];
    if (!budget) return [`${name}: has no budget; run \`npm run generate -- budgets\``];
    return (Object.entries(weight) as [Figure, number][])
      .filter(([figure, value]) => value > (budget[figure] ?? 0) * TOLERANCE[figure])
      .map(
        ([figure, value]) =>
          `${name}: ${figure} ${value}, its budget is ${budget[figure]}; ${UPDATE}`,
      );
  });
  const obsolete = Object.keys(budgets).filter((name) => !(name in weights));
  return [
    ...heavier,
    ...obsolete.map((name) => `${name}: no longer exists; run \`npm run generate -- budgets\``),
  ];
}
