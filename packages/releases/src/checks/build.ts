import type { BuildFacts, BuildManifest } from '@carry/contracts/release';
import { refuseUnless } from '../errors/errors';
import type { InspectedRoute } from './inspection';

/** Singletons of the page: their code in a remote's files is a second copy. `scheduler` has no state that they share. */
const SINGLETONS = new Set([
  'react',
  'react-dom',
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
        `${name}: its build lacks the list of names that it uses from ${module}; build it again with the current kit`,
      );
      return names;
    });
    return [module, [...new Set(names)].sort()] as const;
  });
  const packages = [...new Set(builds.flatMap((build) => build?.packages ?? []))].sort();
  const copied = packages.filter((packageName) => SINGLETONS.has(packageName));
  refuseUnless(
    copied.length === 0,
    `${name}: bundles ${copied.map((copy) => copy + describeImporters(copy, builds)).join(', ')}, which the shell provides once, as ${Object.keys(shared).join(', ')}; import only these, no other part such as react-dom/server`,
  );
  return { imports: Object.fromEntries(imports), packages };
}

function describeImporters(copy: string, builds: readonly BuildManifest['facts']['web'][]): string {
  const places = builds.flatMap(({ importers }) => (importers?.[copy] ? [importers[copy]] : []))[0];
  return places?.length ? ` (imported in ${places.join(', imported in ')})` : '';
}

/** 'help/a' and 'help/b' share the chunk 'route-help'. */
const getChunk = (id: string) => id.split('/')[0] ?? id;

const withoutEntry = ({ entry, expose }: BuildManifest, files: readonly string[] = []) =>
  files.filter((file) => file !== entry && !expose.includes(file));

export const filesOfRoute = (manifest: BuildManifest, id: string): string[] =>
  withoutEntry(manifest, manifest.routes[getChunk(id)]);

export const filesOfSlot = (manifest: BuildManifest, slot: string): string[] =>
  withoutEntry(manifest, manifest.slots?.[slot]);

export const overBudget = ({
  name,
  part,
  size,
  budget,
}: {
  name: string;
  part: string;
  size: number;
  budget: number;
}) =>
  `${name}: its ${part} loads ${size} bytes, its budget is ${budget}; make it smaller, or raise it in "budgets" of its package.json`;

export const getChunkSize = (
  { entry, expose }: BuildManifest,
  files: readonly string[],
  sizes: Record<string, number>,
): number =>
  [...new Set([entry, ...expose, ...files])].reduce((sum, file) => sum + (sizes[file] ?? 0), 0);

interface Sizes {
  /** Gzip bytes of each web file. */
  sizes: Record<string, number>;
  max?: number | undefined;
}

export function checkSizes(
  manifest: BuildManifest,
  { tree, slots = [] }: { tree: InspectedRoute[]; slots?: readonly string[] | undefined },
  limits: Sizes,
): void {
  checkBudgetNames(manifest, tree, slots);
  checkBudgets(manifest, tree, limits);
  checkSlotBudgets(manifest, slots, limits);
}

/** Refuses a budget whose name is not a route or slot of the remote, such as a misspelled one. */
function checkBudgetNames(
  { name, budgets, routes }: BuildManifest,
  tree: readonly InspectedRoute[],
  slots: readonly string[],
): void {
  const readIds = (branch: readonly InspectedRoute[]): string[] =>
    branch.flatMap(({ id, children }) => [...(id ? [getChunk(id)] : []), ...readIds(children)]);
  const parts = [
    ...new Set([...Object.keys(routes), ...readIds(tree), ...slots.map((slot) => `slot-${slot}`)]),
  ];
  const unknown = Object.keys(budgets).filter((key) => key !== '*' && !parts.includes(key));
  const hint = parts.length > 0 ? `, or use ${parts.sort().join(', ')}` : '';
  refuseUnless(
    unknown.length === 0,
    `${name}: its package.json has "budgets" for ${unknown.join(', ')}, but no such route or slot; remove them${hint}`,
  );
}

function checkBudgets(manifest: BuildManifest, tree: InspectedRoute[], limits: Sizes): void {
  for (const { id, path, index, lazy, children } of tree) {
    checkBudgets(manifest, children, limits);
    if (id === undefined) {
      refuseUnless(
        (path === undefined && !index) || !lazy,
        `${manifest.name}: its route ${path ?? '(index)'} is lazy but has no id, so its files are unknown`,
      );
      continue;
    }
    const chunk = getChunk(id);
    refuseUnless(
      !lazy || Object.hasOwn(manifest.routes, chunk),
      `${manifest.name}: its route ${id} is loaded from a chunk without its name; write it as lazyRoute('${chunk}', () => import(…))`,
    );
    checkBudget(
      manifest,
      { part: `route ${id}`, chunk, files: filesOfRoute(manifest, id) },
      limits,
    );
  }
}

function checkSlotBudgets(manifest: BuildManifest, slots: readonly string[], limits: Sizes): void {
  for (const slot of slots) {
    refuseUnless(
      manifest.slots && Object.hasOwn(manifest.slots, slot),
      `${manifest.name}: its slot ${slot} is loaded from a chunk without its name; write it as lazySlot('${slot}', () => import(…))`,
    );
    const files = filesOfSlot(manifest, slot);
    checkBudget(manifest, { part: `slot ${slot}`, chunk: `slot-${slot}`, files }, limits);
  }
}

function checkBudget(
  manifest: BuildManifest,
  { part, chunk, files }: { part: string; chunk: string; files: string[] },
  { sizes, max = Number.POSITIVE_INFINITY }: Sizes,
): void {
  const { name, budgets } = manifest;
  const budget = budgets[chunk] ?? budgets['*'];
  refuseUnless(
    budget,
    `${name}: its ${part} has no size budget; add one to "budgets" in its package.json`,
  );
  const size = getChunkSize(manifest, files, sizes);
  refuseUnless(size <= budget, overBudget({ name, part, size, budget }));
  refuseUnless(
    size <= max,
    `${name}: its ${part} loads ${size} bytes, this site allows its routes ${max}; make it smaller`,
  );
}
