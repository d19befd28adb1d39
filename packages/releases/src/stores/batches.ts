/** A store may have thousands of objects, and a client of a bucket has 50 sockets. */
const BATCH = 50;

/** Like `Promise.all`, but runs 50 at a time. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(run))));
  return results;
}
