const headings = /^\| (Route|Method and path) \|/;

/** The sentences of the specification `product` that the first columns of `document` leave out or reorder. */
export function missingSentences(product: string, document: string): string[] {
  const flat = (text: string) => text.replaceAll(/[|→`\s]+/g, ' ').trim();
  const specified = flat(
    product
      .split('\n')
      .filter((line) => !/^#|^\|---/.test(line) && !headings.test(line))
      .map((line) => line.replace(/^- /, ''))
      .join(' '),
  );
  const rows = document.split('\n').filter((line) => /^\| (?!sentence)[^-]/.test(line));
  const missing: string[] = [];
  let read = 0;
  for (const row of rows) {
    const [, cell = ''] = row.split(/(?<!\\)\|/);
    const [, route = '', sentence = ''] = /^(?:`([^`]+)`)?(.*)$/.exec(cell.trim()) ?? [];
    const words = flat(sentence.replaceAll('\\', ''));
    const at = specified.indexOf(words, read);
    if (at === -1) missing.push(`not in the specification, or out of its order: ${words}`);
    else {
      const skipped = specified.slice(read, at).trim();
      if (skipped && skipped !== route) missing.push(`left out: ${skipped}`);
      read = at + words.length;
    }
  }
  const unread = specified.slice(read).trim();
  return unread ? [...missing, `left out: ${unread}`] : missing;
}
