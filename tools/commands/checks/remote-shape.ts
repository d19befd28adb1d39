/** A remote as the check sees it: each file's text by its path inside the remote. */
export type RemoteFiles = Record<string, string>;

const ROUTE = /^src\/routes\/([\w-]+)\.tsx?$/;
const TEST = /\.test\.tsx?$/;
const SOURCE = /^src\/.*(?<!\.d)\.tsx?$/;
const MIN_TEST_SHARE = 0.4;

const fill = (text: string, words: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? '');

/**
 * What of a remote differs from the template, in words: its files and their exports, its package.json, a test beside each route,
 * and where it asks the API.
 */
export function shapeProblems(name: string, files: RemoteFiles, template: RemoteFiles): string[] {
  const words = { name, id: name.replace(/^mf-/, '') };
  return [
    ...missingFiles(files, template, words),
    ...packageProblems(files, template),
    ...routeProblems(files),
    ...apiProblems(files),
    ...testShareProblems(files),
  ].map((problem) => `${name}: ${problem}`);
}

const shared = (template: RemoteFiles) =>
  Object.keys(template).filter((file) => !file.startsWith('src/routes/'));

function missingFiles(
  files: RemoteFiles,
  template: RemoteFiles,
  words: Record<string, string>,
): string[] {
  const absent = shared(template).filter((file) => !(file in files));
  const config = 'rsbuild.config.ts';
  const own = files[config] !== undefined && files[config] !== fill(template[config] ?? '', words);
  const strays = Object.keys(files).filter(
    (file) => /^src\/[^/]+$/.test(file) && !(file in template),
  );
  return [
    ...absent.map((file) => `lacks ${file}`),
    ...(own ? [`${config} differs from the template`] : []),
    ...strays.map((file) => `${file} belongs in a folder of src: routes, or a capability`),
  ];
}

type Package = Record<string, Record<string, unknown>>;

function packageProblems(files: RemoteFiles, template: RemoteFiles): string[] {
  const [own, model] = [files, template].map(
    (of) => JSON.parse(of['package.json'] ?? '{}') as Package,
  );
  const keys = (value: object | undefined) => Object.keys(value ?? {});
  const different = [
    ...keys(own).filter((key) => !keys(model).includes(key)),
    ...keys(model).filter((key) => !keys(own).includes(key)),
  ];
  const lacking = ['dependencies', 'devDependencies', 'budgets'].flatMap((part) =>
    keys(model?.[part]).filter((key) => !keys(own?.[part]).includes(key)),
  );
  const foreign = keys(own?.['dependencies']).filter(
    (key) => key.startsWith('@carry/') && !keys(model?.['dependencies']).includes(key),
  );
  return [
    ...foreign.map((key) => `package.json names ${key}, which no team elsewhere installs`),
    ...different.map((key) => `package.json: "${key}" is in one of it and the template only`),
    ...lacking.map((key) => `package.json lacks ${key}`),
  ];
}

const exportsOf = (text: string) =>
  [
    ...text.matchAll(
      /^export (?:default|async|const|let|function|class|type|interface|[*{])[^\n]*/gm,
    ),
  ].map(([line]) => line);

function routeProblems(files: RemoteFiles): string[] {
  const routes = Object.keys(files).filter((file) => ROUTE.test(file) && !TEST.test(file));
  return routes.flatMap((file) => {
    const id = ROUTE.exec(file)?.[1] ?? '';
    const [only = '', ...more] = exportsOf(files[file] ?? '');
    const test = files[`src/routes/${id}.test.tsx`];
    return [
      ...(/^export (const route = |function route\()/.test(only) && more.length === 0
        ? []
        : [`${file} exports something besides route`]),
      ...(test === undefined ? [`${file} has no test beside it`] : []),
      ...(test === undefined || test.includes("from '../remote'")
        ? []
        : [`src/routes/${id}.test.tsx does not open the remote's own routes`]),
      ...(files['src/remote.ts']?.includes(`'./routes/${id}'`)
        ? []
        : [`src/remote.ts has no route for ${file}`]),
    ];
  });
}

/** One function per call of the API, all in the `api.ts` of their capability. */
function apiProblems(files: RemoteFiles): string[] {
  const asking = Object.entries(files).filter(
    ([file, text]) =>
      SOURCE.test(file) && !TEST.test(file) && /\bapi\s*\.(get|post|patch)\b/.test(text),
  );
  return asking
    .filter(([file]) => !/^src\/[\w-]+\/api\.ts$/.test(file))
    .map(([file]) => `${file} asks the API; that belongs in the api.ts of its capability`);
}

/** Lines of TypeScript without blank ones and those of comments alone. */
export const linesOf = (text: string) =>
  text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length;

/** Lines of tests for each line of the sources beside them. */
export function testShare(files: RemoteFiles): number {
  const count = (isTest: boolean) =>
    Object.entries(files)
      .filter(([file]) => SOURCE.test(file) && TEST.test(file) === isTest)
      .reduce((sum, [, text]) => sum + linesOf(text), 0);
  return count(true) / count(false);
}

const testShareProblems = (files: RemoteFiles) =>
  Math.round(testShare(files) * 100) / 100 < MIN_TEST_SHARE
    ? [
        `has ${testShare(files).toFixed(2)} lines of tests for each line of source, less than ${MIN_TEST_SHARE}`,
      ]
    : [];
