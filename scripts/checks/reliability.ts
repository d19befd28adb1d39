/** The ids that a cell names: lines of the catalogue (`D2`) and points of the attack (`11.5`). */
const idsIn = (text: string) => text.match(/\b(?:[A-I]\d+|\d+\.\d+)\b/g) ?? [];

/** The starred lines of `catalogue` that no row of `document` shows with a test. */
export function missingRows(catalogue: string, document: string): string[] {
  const starred = [...catalogue.matchAll(/^- ([A-Z]?[\d.]+)★/gm)].map(([, id = '']) => id);
  const shown = new Set(
    document.split('\n').flatMap((row) => {
      const [, ids = '', , tests = ''] = row.split('|');
      return / › \S/.test(tests) ? idsIn(ids) : [];
    }),
  );
  return [
    ...(starred.length === 0 ? ['the catalogue has no starred line'] : []),
    ...starred.filter((id) => !shown.has(id)).map((id) => `no row with a test for ${id}`),
  ];
}
