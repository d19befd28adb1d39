import type { BuildFacts } from '@carry/contracts/release';
import type { Rspack } from '@rsbuild/core';

/** Dependency types that load a module without importing a name. */
const LOADS_ONLY = new Set(['esm import', 'esm export import']);

/** Returns a compiled remote's imports from shared modules and its bundled packages, from the module graph. */
export function readBuildFacts(
  { modules, moduleGraph }: Rspack.Compilation,
  shared: readonly string[],
): BuildFacts {
  const imports = Object.fromEntries(shared.map((name) => [name, new Set<string>()]));
  const packages = new Set<string>();
  for (const module of modules) {
    const resource = 'resource' in module ? String(module.resource) : '';
    const owner = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(resource)?.[1];
    if (owner) packages.add(owner.replace('\\', '/'));
    for (const { dependency } of moduleGraph.getOutgoingConnections(module)) {
      const names = imports[dependency.request ?? ''];
      if (names && !LOADS_ONLY.has(dependency.type)) names.add(dependency.ids?.[0] ?? '*');
    }
  }
  const sorted = Object.entries(imports).map(([name, names]) => [name, [...names].sort()] as const);
  return { imports: Object.fromEntries(sorted), packages: [...packages].sort() };
}
