/** Returns a text as a code block, which disables Markdown, HTML and mentions. */
export function quote(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

export function cutLines(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const note = '\n\n(cut here: too long)\n';
  const kept = Buffer.from(text)
    .subarray(0, maxBytes - Buffer.byteLength(note))
    .toString();
  return kept.slice(0, Math.max(0, kept.lastIndexOf('\n'))) + note;
}

interface PlacedPicture {
  remote: string;
  version: string;
  file: string;
}

/** Returns the console's page that shows a picture. Links of other sites cannot open the file itself: their requests have no session. */
export const pictureUrl = (consoleUrl: string, { remote, version, file }: PlacedPicture): string =>
  `${consoleUrl}/remotes/${remote}/releases/${version}#${file}`;
