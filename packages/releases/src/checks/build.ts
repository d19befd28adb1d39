import type { BuildFacts, BuildManifest } from '@carry/contracts/release';
import type { InspectedRoute } from './inspection';
import { refuseUnless } from './refuse';

/** Singletons of the page: their code in a remote's files is a second copy. */
const SINGLETONS = new Set([
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'react-router-dom',
  '@module-federation/runtime-core',
]);

/** Merges the facts of both builds. Throws {@link ReleaseRefused} if a build lacks any of them. */
export function checkFacts({ name, facts, shared }: BuildManifest): BuildFacts {
  const builds = [facts?.web, facts?.server];
  const imports = Object.keys(shared).map((module) => {
    const names = builds.flatMap((build) => {
      const names = build?.imports[module];
      refuseUnless(
        names,
        `${name}: its build lacks the list of names that it uses of ${module}; build it again with remoteConfig`,
      );
      return names;
    });
    return [module, [...new Set(names)].sort()] as const;
  });
  const packages = [...new Set(builds.flatMap((build) => build?.packages ?? []))].sort();
  const copied = packages.filter((known) => SINGLETONS.has(known));
  refuseUnless(
    copied.length === 0,
    `${name}: bundles ${copied.join(', ')}, which the shell provides once; import it as the others do`,
  );
  return { imports: Object.fromEntries(imports), packages };
}

/** 'help/a' and 'help/b' share the chunk 'route-help'. */
const chunkOf = (id: string) => id.split('/')[0] ?? id;

/** Returns the files that a route loads besides the entry and the exposed module. */
export const filesOfRoute = (manifest: BuildManifest, id: string): string[] =>
  (manifest.routes[chunkOf(id)] ?? []).filter(
    (file) => file !== manifest.entry && !manifest.expose.includes(file),
  );

export const overBudget = ({
  name,
  id,
  size,
  budget,
}: {
  name: string;
  id: string;
  size: number;
  budget: number;
}) =>
  `${name}: its route ${id} loads ${size} bytes, its budget is ${budget}; make it smaller or raise the budget`;

/** Returns the gzip bytes of the files that a chunk of routes loads. */
export const getChunkSize = (
  { entry, expose }: BuildManifest,
  files: readonly string[],
  sizes: Record<string, number>,
): number =>
  [...new Set([entry, ...expose, ...files])].reduce((sum, file) => sum + (sizes[file] ?? 0), 0);

/**
 * Refuses a route over its budget, a route without a budget, and a route whose code is not in the chunk with its name.
 * @param sizes Gzip bytes of each web file.
 * @param most The site's limit for the remote's routes.
 */
export function checkBudgets(
  manifest: BuildManifest,
  tree: InspectedRoute[],
  sizes: Record<string, number>,
  most = Number.POSITIVE_INFINITY,
): void {
  for (const { id, path, lazy, children } of tree) {
    checkBudgets(manifest, children, sizes, most);
    if (id === undefined) {
      refuseUnless(
        path === undefined || !lazy,
        `${manifest.name}: its route ${path} is lazy but has no id, so its files are unknown`,
      );
      continue;
    }
    const chunk = chunkOf(id);
    refuseUnless(
      !lazy || Object.hasOwn(manifest.routes, chunk),
      `${manifest.name}: its route ${id} is loaded from a chunk without its name; write it as lazyRoute('${chunk}', () => import(…))`,
    );
    const budget = manifest.budgets[chunk] ?? manifest.budgets['*'];
    refuseUnless(
      budget,
      `${manifest.name}: its route ${id} has no size budget; add one to "budgets" in its package.json`,
    );
    const size = getChunkSize(manifest, filesOfRoute(manifest, id), sizes);
    refuseUnless(size <= budget, overBudget({ name: manifest.name, id, size, budget }));
    refuseUnless(
      size <= most,
      `${manifest.name}: its route ${id} loads ${size} bytes, this site allows its routes ${most}; make it smaller`,
    );
  }
}
