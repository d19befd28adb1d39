import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a remote is called, and where. */
export interface Words {
  name: string;
  path: string;
  /** Addresses of the site and of the release server, for a repository of its own. */
  site?: string;
  releases?: string;
}

/** `remote`: what every remote has inside; `repository`: what one has around it that lives alone. */
export type Part = 'remote' | 'repository';

/** The files of the template with a remote's words, by their paths; a file called `page` gets the remote's name. */
export function filesOf(
  template: string,
  parts: readonly Part[],
  about: Words,
): Record<string, string> {
  const id = about.name.slice('mf-'.length);
  const title = `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;
  const words: Record<string, string> = { site: '', releases: '', ...about, id, title };
  const fill = (text: string) =>
    text.replaceAll(/(?<!\$)\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? '');
  const files = parts.flatMap((part) => {
    const folder = path.join(template, part);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.txt'))
      .map((file) => [
        file
          .replaceAll(path.sep, '/')
          .replace(/\.txt$/, '')
          .replace(/\bpage\./, `${id}.`),
        fill(readFileSync(path.join(folder, file), 'utf8')),
      ]);
  });
  return Object.fromEntries(files) as Record<string, string>;
}
