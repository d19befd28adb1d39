export type RemoteFiles = Record<string, string>;

const ROUTE = /^src\/routes\/([\w-]+)\.tsx?$/;
const TEST = /\.test\.tsx?$/;
const SOURCE = /^src\/.*(?<!\.d)\.tsx?$/;

const fill = (text: string, words: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? '');

export function shapeProblems(name: string, files: RemoteFiles, template: RemoteFiles): string[] {
  const words = { name, id: name.replace(/^mf-/, '') };
  return [
    ...missingFiles(files, template, words),
    ...packageProblems(files, template),
    ...routeProblems(files),
    ...apiProblems(files),
  ].map((problem) => `${name}: ${problem}`);
}

const shared = (template: RemoteFiles) =>
  Object.keys(template).filter((file) => !file.startsWith('src/routes/'));

function missingFiles(
  files: RemoteFiles,
  template: RemoteFiles,
  words: Record<string, string>,
): string[] {
  const missing = shared(template).filter((file) => !(file in files));
  const config = 'rsbuild.config.ts';
  const differs =
    files[config] !== undefined && files[config] !== fill(template[config] ?? '', words);
  const strays = Object.keys(files).filter(
    (file) => /^src\/[^/]+$/.test(file) && !(file in template),
  );
  return [
    ...missing.map((file) => `lacks ${file}`),
    ...(differs ? [`${config} differs from the template`] : []),
    ...strays.map((file) => `${file} belongs in a folder of src: routes, or a capability`),
  ];
}

type Package = Record<string, Record<string, unknown>>;

function packageProblems(files: RemoteFiles, template: RemoteFiles): string[] {
  const [actual, expected] = [files, template].map(
    (of) => JSON.parse(of['package.json'] ?? '{}') as Package,
  );
  const keys = (value: object | undefined) => Object.keys(value ?? {});
  const different = [
    ...keys(actual).filter((key) => !keys(expected).includes(key)),
    ...keys(expected).filter((key) => !keys(actual).includes(key)),
  ];
  const lacking = ['dependencies', 'devDependencies', 'budgets'].flatMap((part) =>
    keys(expected?.[part]).filter((key) => !keys(actual?.[part]).includes(key)),
  );
  const foreign = keys(actual?.['dependencies']).filter(
    (key) => key.startsWith('@carry/') && !keys(expected?.['dependencies']).includes(key),
  );
  return [
    ...foreign.map(
      (key) => `package.json depends on ${key}, which other repositories cannot install`,
    ),
    ...different.map((key) => `package.json: "${key}" differs from the template`),
    ...lacking.map((key) => `package.json lacks ${key}`),
  ];
}

const getExports = (text: string) =>
  [
    ...text.matchAll(
      /^export (?:default|async|const|let|function|class|type|interface|[*{])[^\n]*/gm,
    ),
  ].map(([line]) => line);

function routeProblems(files: RemoteFiles): string[] {
  const routes = Object.keys(files).filter((file) => ROUTE.test(file) && !TEST.test(file));
  return routes.flatMap((file) => {
    const id = ROUTE.exec(file)?.[1] ?? '';
    const [only = '', ...more] = getExports(files[file] ?? '');
    const test = files[`src/routes/${id}.test.tsx`];
    return [
      ...(/^export (const route = |function route\()/.test(only) && more.length === 0
        ? []
        : [`${file} must export only route`]),
      ...(test === undefined ? [`${file} has no test beside it`] : []),
      ...(test === undefined || test.includes("from '../remote'")
        ? []
        : [`src/routes/${id}.test.tsx does not import ../remote`]),
      ...(files['src/remote.ts']?.includes(`'./routes/${id}'`)
        ? []
        : [`src/remote.ts has no route for ${file}`]),
    ];
  });
}

function apiProblems(files: RemoteFiles): string[] {
  const callers = Object.entries(files).filter(
    ([file, text]) =>
      SOURCE.test(file) && !TEST.test(file) && /\bapi\s*\.(get|post|patch)\b/.test(text),
  );
  return callers
    .filter(([file]) => !/^src\/[\w-]+\/api\.ts$/.test(file))
    .map(([file]) => `${file} calls the API; move the call to the api.ts of its capability`);
}
