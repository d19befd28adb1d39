// Import rules for dependency-cruiser. import-law.test.ts violates each rule once.

const { getFolder, mayImport } = require('./package-imports.cjs');

const testsMayImport = ['dev-services', 'releases', 'remote-kit', 'workspace'];

const TESTS = '([.]test[.]tsx?$|/test/)';
const SOURCES = '[.]([cm]?[jt]sx?|css|json)$';
const PACKAGES = 'node_modules/';

const packageRules = Object.entries(mayImport).flatMap(([name, [allowed, why]]) => {
  const folder = getFolder(name);
  const inside = name.includes('[') ? '^($1)/' : `^${folder}/`;
  const rule = (from, more) => ({
    severity: 'error',
    comment: `${why}; it may import ${[...allowed, ...more].join(', ') || 'nothing of the workspace'}`,
    from,
    to: {
      path: SOURCES,
      pathNot: [inside, PACKAGES, ...[...allowed, ...more].map((other) => `^${getFolder(other)}/`)],
    },
  });
  const title = name.replace(/^mf-.*/, 'remote');
  return [
    { name: `${title}-imports`, ...rule({ path: `^(${folder})/`, pathNot: TESTS }, []) },
    {
      name: `${title}-tests-import`,
      ...rule({ path: [`^(${folder})/.*[.]test[.]tsx?$`, `^(${folder})/test/`] }, testsMayImport),
    },
  ];
});

const rules = [
  ...packageRules,
  {
    name: 'public-exports-only',
    comment: 'import other packages by their exports; internal files may change',
    from: {
      path: '^((?:packages|services|tools)/[^/]+|[^/]+)/',
      pathNot: '(^tools/bench/|playwright[.]config[.]ts$)',
    },
    to: { path: SOURCES, pathNot: ['^$1/', PACKAGES], dependencyTypes: ['local'] },
  },
  {
    name: 'declared',
    comment: 'declare every dependency, so that each package builds alone',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'resolvable',
    comment: 'every import must resolve to a file',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-circular-imports',
    comment: 'merge files that import each other, or extract a third',
    from: { pathNot: TESTS },
    to: { circular: true },
  },
  {
    name: 'core-without-features',
    comment: 'features build on the core of the API; the core imports no feature',
    from: { path: '^services/api/src/core/', pathNot: TESTS },
    to: { path: '^services/api/src/(app|features)/' },
  },
  {
    name: 'features-without-app',
    comment: 'the app wires the features of the API; features do not import the app',
    from: { path: '^services/api/src/features/', pathNot: TESTS },
    to: { path: '^services/api/src/app/' },
  },
  {
    name: 'capabilities-without-routes',
    comment: 'routes compose capabilities; capabilities import no route',
    from: { path: '^(mf-[^/]+)/src/', pathNot: ['^mf-[^/]+/src/(routes/|[^/]+$)', TESTS] },
    to: { path: '^$1/src/(routes/|remote[.]ts|standalone[.]tsx)' },
  },
  {
    name: 'own-styles',
    comment: 'each capability has its own stylesheet, so that a change affects no other capability',
    from: { path: '^(mf-[^/]+)/src/([^/]+)/', pathNot: '^mf-[^/]+/src/routes/' },
    to: { path: '^$1/src/.*[.]css$', pathNot: '^$1/src/$2/' },
  },
  {
    name: 'universal-without-sides',
    comment: 'universal code runs in the browser and on the server and imports neither side',
    from: { path: '^shell/universal/', pathNot: TESTS },
    to: { path: '^shell/(browser|server|bundler)/' },
  },
  {
    name: 'browser-and-server-apart',
    comment: 'secrets and file access stay on the server; browser code imports no server code',
    from: { path: '^shell/(browser|server)/', pathNot: TESTS },
    to: { path: '^shell/(browser|server|bundler)/', pathNot: '^shell/$1/' },
  },
  {
    name: 'no-node-in-pages',
    comment: 'browsers have no Node APIs',
    from: {
      path: [
        '^(mf-[^/]+|shared-ui|packages/contracts|packages/remote-kit)/src/',
        '^packages/releases/console/(?!rsbuild[.]config[.]ts$)',
        '^shell/(browser|universal)/',
      ],
      pathNot: TESTS,
    },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'federation-in-one-place',
    comment: 'only shell/browser/loading/federation.ts imports the federation runtime',
    from: { pathNot: ['^shell/browser/loading/federation[.]ts$', TESTS] },
    to: { path: '@module-federation/enhanced/(dist/src/)?runtime|@module-federation/[^/]*runtime' },
  },
  {
    name: 'contract-without-react',
    comment:
      'the contract works with any version of React; router types are allowed because they are erased',
    from: { path: '^packages/contracts/src/' },
    to: {
      path: '(^|node_modules/)(@types/)?(react|react-dom|react-router|react-router-dom)(/|$)',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'contract-without-types-of-react',
    comment: "React types in the contract would tie remotes to the shell's version",
    from: { path: '^packages/contracts/src/' },
    to: { path: '(^|node_modules/)(@types/)?(react|react-dom)(/|$)' },
  },
  {
    name: 'shared-ui-without-state',
    comment: 'shared-ui renders; it has no data, store or router',
    from: { path: '^shared-ui/src/' },
    to: { path: '(^|node_modules/)(zustand|react-router)' },
  },
];

module.exports = {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['(^|/)(dist|dist-dev|out|test-results|[.]data|fixtures)/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.css', '.json'],
    },
  },
};
