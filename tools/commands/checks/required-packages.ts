export const requiredPackages = [
  'react',
  'react-dom',
  'react-router-dom',
  '@module-federation/enhanced',
  '@rsbuild/core',
  '@rsbuild/plugin-react',
  'zustand',
  '@stripe/stripe-js',
  'react-markdown',
  'vitest',
  'playwright',
] as const;

const TEST_TOOLS: ReadonlySet<string> = new Set(['vitest']);

export interface WorkspacePackage {
  folder: string;
  dependencies: ReadonlySet<string>;
}

const SOURCE = /\.(?:[cm]?[jt]sx?)$/;
const TEST = /(?:^|\/)(?:test|e2e|bench|fixtures)\/|\.(?:test|test-d|spec)\.\w+$/;

const isProduct = (file: string) => SOURCE.test(file) && !TEST.test(file);

/** Returns the packages that a source imports at run time; imports of types are erased and do not count. */
export function importedPackages(source: string): Set<string> {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const imports =
    /^(?:import|export)\s+(?!type\b)(?:[\w$*\s{},]+?\s+from\s*)?['"]([^'"\n]+)['"]|\b(?:import|require|require\.resolve)\(\s*['"]([^'"\n]+)['"]/gm;
  const names = [...code.matchAll(imports)].map(([, from, called]) => from ?? called ?? '');
  return new Set(names.flatMap((name) => /^(?:@[^/]+\/)?[^./@][^/]*/.exec(name)?.[0] ?? []));
}

/** Returns a problem for each required package that no product code imports, or that a package imports without depending on it. */
export function packageProblems(
  sources: ReadonlyMap<string, string>,
  packages: readonly WorkspacePackage[],
): string[] {
  const root = packages.find(({ folder }) => folder === '');
  const imports = [...sources].map(([file, source]) => ({ file, names: importedPackages(source) }));
  return requiredPackages.flatMap((name) => {
    const users = imports.filter(({ names }) => names.has(name)).map(({ file }) => file);
    const isTool = TEST_TOOLS.has(name);
    const undeclared = new Set<string>();
    for (const file of users) {
      const owner = packages.find(({ folder }) => folder && file.startsWith(`${folder}/`)) ?? root;
      const isDeclared = owner?.dependencies.has(name) || (isTool && root?.dependencies.has(name));
      if (!isDeclared) undeclared.add(owner?.folder || 'the root');
    }
    const isUsed = users.some((file) => isTool || isProduct(file));
    return [
      ...(isUsed ? [] : [`no ${isTool ? 'test' : 'product code'} imports ${name}`]),
      ...[...undeclared].map(
        (folder) =>
          `${folder} imports ${name} and does not depend on it; add it to its package.json`,
      ),
    ];
  });
}
