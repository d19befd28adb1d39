/** The routes that a remote's `remote.ts` declares by name: `paths.login`, `paths.booking(':coachId')`. */
export function declaredPaths(
  source: string,
  paths: Record<string, string | ((part: string) => string)>,
): string[] {
  return [...source.matchAll(/\bpaths\.(\w+)(?:\('([^']+)'\))?/g)].flatMap(
    ([, name = '', part]) => {
      const path = paths[name];
      if (typeof path === 'string') return [path];
      return path && part ? [path(part)] : []; // of a loop: the owned paths name them
    },
  );
}

/** What is wrong with the table of owners in README: a path that its remote declares or owns is not there, or one that nobody has is. */
export function ownerTableProblems(
  readme: string,
  remotes: Record<string, { owned: readonly string[]; declared: readonly string[] }>,
): string[] {
  const rows = readme.split('\n').filter((line) => /^\|.*\]\(mf-[\w-]+\) \|$/.test(line));
  return Object.entries(remotes).flatMap(([remote, { owned, declared }]) => {
    const row = rows.find((line) => line.includes(`](${remote})`));
    if (!row) return [`${remote} has no row`];
    const written = [...row.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path);
    const isOver = (path: string, below: string) => below.startsWith(`${path}/`) && path !== '/';
    const wanted = [
      ...declared,
      ...owned.filter((path) => !declared.some((one) => one === path || isOver(path, one))),
    ];
    return [
      ...wanted
        .filter((path) => !written.includes(path))
        .map((path) => `${remote} has ${path}, which its row does not name`),
      ...written
        .filter((path) => !wanted.includes(path))
        .map((path) => `the row of ${remote} names ${path}, which it does not have`),
    ];
  });
}
