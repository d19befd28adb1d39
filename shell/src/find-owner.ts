import { matchRoutes } from 'react-router';

export interface Owned {
  name: string;
  version: string;
  routes: { path: string }[];
}

export interface Owner<R extends Owned> {
  release: R;
  /** The declared pattern that the path matches. */
  pattern: string;
}

/** The release that serves a path, by the router's own ranking; null when none does. */
export function findOwner<R extends Owned>(releases: R[], pathname: string): Owner<R> | null {
  const declared = releases.flatMap((release) =>
    release.routes.map(({ path }) => ({ path, id: `${release.name} ${path}`, handle: { release, pattern: path } })),
  );
  const match = matchRoutes(declared, pathname)?.at(-1);
  return (match?.route as (typeof declared)[number] | undefined)?.handle ?? null;
}
