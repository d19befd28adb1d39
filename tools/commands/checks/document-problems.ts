interface Workspace {
  exists(file: string): boolean;
  read(file: string): string;
  commands: readonly string[];
}

const BUILTIN = ['audit', 'create', 'exec', 'i', 'install', 'login', 'publish'];

export function documentProblems(document: string, { exists, read, commands }: Workspace) {
  const text = read(document);
  const folder = document.split('/').slice(0, -1);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
    resolve(folder, target),
  );
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');
  const paths = code.filter(
    (span) =>
      /^[\w.-]+\/[\w./-]+\.\w+$/.test(span) && !span.startsWith('dist/') && !span.includes('…'),
  );
  const scripts = code.flatMap((span) =>
    [...span.matchAll(/^(?:npm run|npm) (?:-s )?([a-z][\w:-]*)/g)].map(([, name]) => name ?? ''),
  );
  const pnpm = code.filter((span) => /^pnpm [a-z]/.test(span));
  const missingPaths = paths.filter((path) => !exists(path) && !exists(resolve(folder, path)));
  return [
    ...[...links.filter((target) => !exists(target)), ...missingPaths].map(
      (target) => `${document}: ${target} does not exist`,
    ),
    ...scripts
      .filter((name) => !commands.includes(name) && !BUILTIN.includes(name))
      .map((name) => `${document}: unknown command ${name}`),
    ...pnpm.map((span) => `${document}: write npm or npx in place of ${span}`),
  ];
}

function resolve(folder: string[], target: string): string {
  const parts = [...folder];
  for (const part of target.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
}

/** Returns the files and folders of a guide that match no path in `files`. Paths can be relative to any folder. */
export function unknownPlaces(text: string, files: readonly string[]): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const places = spans.filter(
    (span) => /^[\w.-]+(\/[\w.-]+)+$/.test(span) || /^[\w.-]+\.([cm]?tsx?|[cm]js|css)$/.test(span),
  );
  const paths = files.map((file) => `/${file}/`);
  return [...new Set(places)].filter((place) => !paths.some((file) => file.includes(`/${place}/`)));
}

/** Returns the log phrases of a document that no source has. `…` and `<value>` in a phrase stand for values. */
export function unknownPhrases(text: string, sources: readonly string[]): string[] {
  const code = sources.join('\n').replace(/\s+/g, ' ');
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const phrases = spans.filter(
    (span) => /^[\w …,.;:%@()<>-]+$/.test(span) && /^…|…$/.test(span) && / [a-z]/.test(span),
  );
  return phrases.filter((phrase) =>
    phrase
      .split(/…|<\w+>|[:()@]/)
      .map((part) => part.replace(/^[\s,;%]+|[\s,;]+$/g, ''))
      .some((part) => part.length > 3 && !code.includes(part)),
  );
}

export function unknownTests(
  text: string,
  tests: readonly { file: string; text: string }[],
): string[] {
  const commands = text.matchAll(/npm test -- (\S+)(?:[^\n`]*? -[gt] "([^"\n]+)")?/g);
  return [...commands]
    .filter(([, file = '', title]) => title !== undefined || /\.(spec|test)\.tsx?$/.test(file))
    .filter(
      ([, file = '', title]) =>
        !tests.some(
          (test) =>
            test.file.includes(file) &&
            (title === undefined || test.text.toLowerCase().includes(title.toLowerCase())),
        ),
    )
    .map(([command]) => command);
}
