/** What is wrong with the text of CODEOWNERS: each remote of the ownership table has one line of its own, and nobody else has one that looks like a remote's. */
export function codeOwnerProblems(text: string, remotes: readonly string[]): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  const owned = lines.filter((line) => line.startsWith('/mf-')).map((line) => line.split(/\s+/));
  const named = owned.map(([folder = '']) => folder.slice(1, -1));
  return [
    ...remotes
      .filter((remote) => !named.includes(remote))
      .map((remote) => `${remote} has no owner; add '/${remote}/ @carry/…'`),
    ...named
      .filter((remote) => !remotes.includes(remote))
      .map((remote) => `${remote} is in no ownership table`),
    ...named
      .filter((remote, index) => named.indexOf(remote) !== index)
      .map((remote) => `${remote} has two lines`),
    ...owned
      .filter(([, ...owners]) => owners.length === 0)
      .map(([folder]) => `${folder} names no owner`),
  ];
}
