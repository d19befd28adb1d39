import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SiteConfig } from '@carry/contracts/shell';
import type { Composition } from '../composition/composition';

/** Ranking them takes some milliseconds. */
const PATHS_PER_TURN = 200;

type ComposedPaths = Pick<Composition, 'sitemap' | 'parameterPaths' | 'isOwned'>;

interface Printed {
  composition: ComposedPaths;
  paths: readonly string[] | null;
  /** Paths of the API, and whether a remote owns them. */
  ranks: Map<string, boolean>;
  text: Promise<string>;
}

/** Returns a function that prints the sitemap with the API's paths; null: the API has no sitemap. It prints again only for other objects, and ranks new paths only. */
export function createSitemap({ url }: Pick<SiteConfig, 'url'>) {
  let last: Printed | null = null;
  return (composition: ComposedPaths, paths: readonly string[] | null): Promise<string> => {
    if (last?.composition === composition && last.paths === paths) return last.text;
    const before = last?.composition === composition ? last.ranks : new Map<string, boolean>();
    const ranks = new Map<string, boolean>();
    const print = async () => {
      let ranked = 0;
      for (const path of paths ?? []) {
        const rank = before.get(path);
        ranks.set(path, rank ?? composition.isOwned(path));
        if (rank === undefined && ++ranked % PATHS_PER_TURN === 0) await nextTurn();
      }
      const pages = paths?.filter((path) => ranks.get(path)) ?? composition.parameterPaths;
      return printSitemap(url, new Set([...composition.sitemap, ...pages]));
    };
    last = { composition, paths, ranks, text: print() };
    return last.text;
  };
}

const printSitemap = (url: string, paths: ReadonlySet<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    ...paths,
  ]
    .map((path) => `<url><loc>${url}${path}</loc></url>`)
    .join('')}</urlset>`;
