// Share scopes, as every implementation of Module Federation reads and writes them.

/** Answers a module, evaluated at the first call. */
export type Factory = () => unknown;

/** One version of a shared module. */
export interface Shared {
  from: string;
  get: () => Factory | Promise<Factory>;
  /** What `get` has answered, and whether it has. */
  lib?: Factory | null;
  loaded?: boolean | undefined;
  loading?: Promise<Factory> | null;
}

/** Shared modules by name, then by version. */
export type ShareScope = Record<string, Record<string, Shared>>;

/** What somebody wants of a share scope, and who. */
export interface Wish {
  shareKey: string;
  requiredVersion?: string | undefined;
  consumer: string;
}

/** By hand: comparing by locale sets up a collator each time, the slowest thing that a page did at its start. */
function compare(a: string, b: string): number {
  const [ours = [], theirs = []] = [a, b].map((version) => version.split(/\D+/).map(Number));
  const differs = ours.findIndex((part, index) => part !== (theirs[index] ?? 0));
  return differs < 0 ? a.length - b.length : (ours[differs] ?? 0) - (theirs[differs] ?? 0);
}

/** Whether a version is in a caret range such as `^19.3.0`. Of other ranges only the checks of a release know. */
const satisfies = (version: string, range = '') =>
  !/^\^[1-9]/.test(range) ||
  (Number.parseInt(version, 10) === Number.parseInt(range.slice(1), 10) &&
    compare(version, range.slice(1)) >= 0);

/** The version that everybody uses: of those that are loaded, or of all, the newest. */
function versionOf(versions: Record<string, Shared>): string | undefined {
  const names = Object.keys(versions).sort((a, b) => compare(b, a));
  return names.find((name) => versions[name]?.loaded || versions[name]?.loading) ?? names[0];
}

function load(shared: Shared): Factory | Promise<Factory> {
  const keep = (factory: Factory) => {
    shared.loaded = true;
    shared.lib = factory;
    return factory;
  };
  const factory = shared.get();
  if (typeof factory === 'function') return keep(factory);
  shared.loading = factory.then(keep);
  shared.loading.catch(() => {
    shared.loading = null; // the next one who wants it asks anew
  });
  return shared.loading;
}

/** The factory of a shared module, at once where it can be had at once; null where the scope has no such module. */
export function resolveShared(
  scope: ShareScope | undefined,
  { shareKey, requiredVersion, consumer }: Wish,
): Factory | Promise<Factory> | null {
  const versions = scope?.[shareKey] ?? {};
  const version = versionOf(versions);
  const shared = versions[version ?? ''];
  if (version === undefined || !shared) return null;
  if (!satisfies(version, requiredVersion))
    console.warn(
      `${consumer} needs ${shareKey} ${requiredVersion} and gets ${version} of ${shared.from}, the one of this page`,
    );
  return shared.lib ?? shared.loading ?? load(shared);
}
