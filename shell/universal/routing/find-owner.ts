import { matchRoutes } from 'react-router';

export interface Owned {
  name: string;
  version: string;
  routes: { path: string }[];
}

export interface Owner<R extends Owned> {
  release: R;
  pattern: string;
}

interface Declared<R extends Owned> {
  path: string;
  id: string;
  handle: Owner<R>;
}

const firstSegment = (path: string) => path.split('/')[1] ?? '';

/** Returns a lookup from path to owner with the router's ranking. Its cost does not grow with the number of remotes. */
export function indexOwners<R extends Owned>(releases: R[]): (pathname: string) => Owner<R> | null {
  const literal = new Map<string, Declared<R>[]>();
  const open: Declared<R>[] = []; // patterns whose first segment is a parameter or optional
  for (const release of releases) {
    for (const { path } of release.routes) {
      const declared = { path, id: `${release.name} ${path}`, handle: { release, pattern: path } };
      const first = firstSegment(path);
      if (/^[:*]|\?$/.test(first)) open.push(declared);
      else
        literal.set(first.toLowerCase(), [...(literal.get(first.toLowerCase()) ?? []), declared]);
    }
  }
  return (pathname) => {
    const candidates = [...(literal.get(firstSegment(pathname).toLowerCase()) ?? []), ...open];
    const match = candidates.length > 0 ? matchRoutes(candidates, pathname)?.at(-1) : null;
    return (match?.route as Declared<R> | undefined)?.handle ?? null;
  };
}

export const findOwner = <R extends Owned>(releases: R[], pathname: string): Owner<R> | null =>
  indexOwners(releases)(pathname);
