/** Returns the declared part of a query, normalized; all of it without a declaration. */
export function readQuery(search: string, names: readonly string[] | undefined): string {
  if (!names) return search;
  const params = new URLSearchParams(search);
  const declared = new URLSearchParams(
    names.flatMap((name) => params.getAll(name).map((value) => [name, value])),
  );
  return declared.size > 0 ? `?${declared}` : '';
}
