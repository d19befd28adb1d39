/** The part of a query that a route reads, spelled in one way; all of it where its release does not say (`undefined`). */
export function readQuery(search: string, names: readonly string[] | undefined): string {
  if (!names) return search;
  const given = new URLSearchParams(search);
  const read = new URLSearchParams(
    names.flatMap((name) => given.getAll(name).map((value) => [name, value])),
  );
  return read.size > 0 ? `?${read}` : '';
}
