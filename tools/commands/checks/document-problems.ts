/** What documents are compared with. */
interface Workspace {
  exists(file: string): boolean;
  read(file: string): string;
  /** The scripts of the root. */
  commands: readonly string[];
}

const BUILTIN = ['audit', 'create', 'install', 'exec', 'i'];

/** Paths and commands that a document names and that are not there. */
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
  const called = code.flatMap((span) =>
    [...span.matchAll(/^(?:pnpm|npm run|npm) (?:-s )?([a-z][\w:-]*)/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  const missingPaths = paths.filter((path) => !exists(path) && !exists(resolve(folder, path)));
  return [
    ...[...links.filter((target) => !exists(target)), ...missingPaths].map(
      (target) => `${document}: ${target} does not exist`,
    ),
    ...called
      .filter((name) => !commands.includes(name) && !BUILTIN.includes(name))
      .map((name) => `${document}: there is no command ${name}`),
  ];
}

/** A link as the document's folder reads it. */
function resolve(folder: string[], target: string): string {
  const parts = [...folder];
  for (const part of target.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
}

/** Files and folders that a guide names, also from within a folder that it has named before, and that `files` do not have. */
export function unknownPlaces(text: string, files: readonly string[]): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const places = spans.filter(
    (span) => /^[\w.-]+(\/[\w.-]+)+$/.test(span) || /^[\w.-]+\.([cm]?tsx?|[cm]js|css)$/.test(span),
  );
  const known = files.map((file) => `/${file}/`);
  return [...new Set(places)].filter((place) => !known.some((file) => file.includes(`/${place}/`)));
}
