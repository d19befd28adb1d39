import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface RemoteOptions {
  name: string;
  path: string;
  site?: string;
  releases?: string;
}

/** `remote`: the remote's sources; `repository`: the files around them outside the workspace. */
export type Part = 'remote' | 'repository';

/** Returns the template's files by path, with placeholders replaced. Files called `page` get the remote's name. */
export function fillTemplate(
  template: string,
  parts: readonly Part[],
  options: RemoteOptions,
): Record<string, string> {
  const id = options.name.slice('mf-'.length);
  const title = `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;
  const values: Record<string, string> = { site: '', releases: '', ...options, id, title };
  const fill = (text: string) =>
    text.replaceAll(/(?<!\$)\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
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

/** Returns the commands that follow the creation of a repository. Its `.npmrc` reads the registry from `CARRY_REGISTRY`. */
export function nextSteps(name: string, env: NodeJS.ProcessEnv): string {
  const steps = [
    `cd ${name}`,
    ...(env['CARRY_REGISTRY'] ? [] : ['export CARRY_REGISTRY=https://REGISTRY']),
    'npm install',
    'npm test',
  ];
  return `Created ${name}. Next:\n\n${steps.map((step) => `  ${step}\n`).join('')}`;
}
