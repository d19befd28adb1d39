import type { ReleaseRecord } from '@carry/contracts/release';

export function routeSizes({
  entry,
  expose,
  routes,
  files,
}: ReleaseRecord): Record<string, { gzip: number; brotli: number }> {
  const sum = (paths: string[], key: 'gzip' | 'brotli') =>
    [...new Set([entry, ...expose, ...paths])].reduce(
      (total, path) => total + (files[path]?.[key] ?? files[path] ?? { bytes: 0 }).bytes,
      0,
    );
  return Object.fromEntries(
    routes.map((route) => [
      route.path,
      { gzip: sum(route.files, 'gzip'), brotli: sum(route.files, 'brotli') },
    ]),
  );
}

export interface Difference {
  what: string;
  from: string;
  to: string;
}

export function diffReleases(a: ReleaseRecord, b: ReleaseRecord): Difference[] {
  const facts = (record: ReleaseRecord): Record<string, string> => ({
    contract: String(record.contractVersion),
    commit: record.commit,
    ...Object.fromEntries(
      Object.entries(record.shared).map(([module, range]) => [`shared ${module}`, range]),
    ),
    ...Object.fromEntries(
      Object.entries(routeSizes(record)).map(([path, { gzip }]) => [
        `route ${path}`,
        `${gzip} bytes`,
      ]),
    ),
  });
  const [from, to] = [facts(a), facts(b)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((what) => ({ what, from: from[what] ?? 'none', to: to[what] ?? 'none' }))
    .filter((difference) => difference.from !== difference.to);
}
