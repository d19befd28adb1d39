/** Returns the problems of CODEOWNERS: each remote of the site file needs exactly one line with an owner. */
export function codeOwnerProblems(text: string, remotes: readonly string[]): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  const entries = lines.filter((line) => line.startsWith('/mf-')).map((line) => line.split(/\s+/));
  const folders = entries.map(([folder = '']) => folder.slice(1, -1));
  return [
    ...remotes
      .filter((remote) => !folders.includes(remote))
      .map((remote) => `${remote} has no owner; add '/${remote}/ @carry/…'`),
    ...folders
      .filter((remote) => !remotes.includes(remote))
      .map((remote) => `${remote} is not in tools/workspace/site.json`),
    ...folders
      .filter((remote, index) => folders.indexOf(remote) !== index)
      .map((remote) => `${remote} has two lines`),
    ...entries
      .filter(([, ...owners]) => owners.length === 0)
      .map(([folder]) => `${folder} has no owner`),
  ];
}
