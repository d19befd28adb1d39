/** Returns the query that leaves the previews and keeps the rest of a page's query. */
export function exitQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.set('preview', 'off');
  return `?${query}`;
}
