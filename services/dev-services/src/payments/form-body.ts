export type FormTree = { [key: string]: string | FormTree };

/** Parses a nested form body of Stripe's SDK: `line_items[0][price_data][currency]=usd`. */
export function parseFormBody(body: string): FormTree {
  const tree: FormTree = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let node = tree;
    for (const key of path.slice(0, -1)) {
      const next = node[key];
      const child: FormTree = typeof next === 'object' ? next : Object.create(null);
      node[key] = child;
      node = child;
    }
    const last = path.at(-1);
    if (last) node[last] = value;
  }
  return tree;
}

export function at(tree: FormTree, ...path: string[]): string | undefined {
  let node: string | FormTree | undefined = tree;
  for (const key of path) node = typeof node === 'object' ? node[key] : undefined;
  return typeof node === 'string' ? node : undefined;
}
