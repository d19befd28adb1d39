import path from 'node:path';

/** Paths are relative to the root. */
export interface ImportedFiles {
  source: string;
  imports: readonly string[];
}

const TEST = /\.test(-d)?\.tsx?$|(^|\/)test\//;

/** Returns the imports between folders, without tests. A folder consists of its direct files, so a parent counts separately. */
function folderImports(files: readonly ImportedFiles[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { source, imports } of files.filter((file) => !TEST.test(file.source))) {
    const from = path.posix.dirname(source);
    const targets = folders.get(from) ?? new Set();
    folders.set(from, targets);
    for (const target of imports.filter((file) => !TEST.test(file))) {
      const folder = path.posix.dirname(target);
      if (folder !== from) targets.add(folder);
    }
  }
  return folders;
}

function reachable(from: string, folders: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const next = [from];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop())
    for (const target of folders.get(folder) ?? [])
      if (!reached.has(target)) {
        reached.add(target);
        next.push(target);
      }
  return reached;
}

export function folderCycles(files: readonly ImportedFiles[]): string[][] {
  const folders = folderImports(files);
  const reached = new Map(
    [...folders.keys()].map((folder) => [folder, reachable(folder, folders)]),
  );
  const cycles = new Map<string, string[]>();
  for (const [folder, targets] of reached) {
    if (!targets.has(folder)) continue;
    const group = [...targets].filter((other) => reached.get(other)?.has(folder)).sort();
    cycles.set(group.join(), group);
  }
  return [...cycles.values()];
}

/** Returns one import for each pair of neighbors in a cycle, as "file → file". */
export function listCycleImports(
  cycle: readonly string[],
  files: readonly ImportedFiles[],
): string[] {
  const edges = new Map<string, string>();
  for (const { source, imports } of files.filter((file) => !TEST.test(file.source))) {
    const from = path.posix.dirname(source);
    for (const target of imports.filter((file) => !TEST.test(file))) {
      const to = path.posix.dirname(target);
      if (from !== to && cycle.includes(from) && cycle.includes(to) && !edges.has(`${from} ${to}`))
        edges.set(`${from} ${to}`, `${source} → ${target}`);
    }
  }
  return [...edges.values()];
}
