/** Property names and list keys, from the whole value down to a part. */
export type Path = readonly string[];

/** Returns the key of a list element, by the name of the list. A list without one is merged as a whole. */
export type ListKeys = Readonly<Record<string, (item: never, index: number) => unknown>>;

export interface Versions<T> {
  /** The common ancestor of the others. */
  base: T;
  edited: T;
  saved: T;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Parts = ReadonlyMap<string, unknown>;

/** Returns null for a value without parts. */
function toParts(value: unknown, getKey: ListKeys[string] | undefined): Parts | null {
  if (!isObject(value)) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  if (!getKey) return null;
  const parts = new Map<string, unknown>();
  for (const [index, item] of value.entries()) {
    let key = String(getKey(item as never, index));
    while (parts.has(key)) key += '+';
    parts.set(key, item);
  }
  return parts;
}

/** Adds to `saved` the changes from `base` to `edited`, of plain data. If both changed a value, `edited` wins and `conflicts` has its path. */
export function mergeChanges<T>(versions: Versions<T>, keys: ListKeys) {
  const conflicts: Path[] = [];
  function merge({ base, edited, saved }: Versions<unknown>, path: Path): unknown {
    if (isEqual(edited, base) || isEqual(edited, saved)) return saved;
    if (isEqual(saved, base)) return edited;
    const getKey = keys[path.at(-1) ?? ''];
    const [before, ours, theirs] = [base, edited, saved].map((value) => toParts(value, getKey));
    if (!before || !ours || !theirs) {
      conflicts.push(path);
      return edited;
    }
    const getOrder = (parts: Parts) =>
      [...parts.keys()].filter((name) => before.has(name) && ours.has(name) && theirs.has(name));
    const theirOrder = getOrder(theirs).join('\n');
    const order = merge(
      { base: getOrder(before).join('\n'), edited: getOrder(ours).join('\n'), saved: theirOrder },
      path,
    );
    const [first, second] = order === theirOrder ? [theirs, ours] : [ours, theirs];
    const merged = [...new Set([...first.keys(), ...second.keys()])]
      .map((name): [string, unknown] => [
        name,
        merge({ base: before.get(name), edited: ours.get(name), saved: theirs.get(name) }, [
          ...path,
          name,
        ]),
      ])
      .filter(([, value]) => value !== undefined);
    return Array.isArray(saved) ? merged.map(([, value]) => value) : Object.fromEntries(merged);
  }
  return { merged: merge(versions, []) as T, conflicts };
}
