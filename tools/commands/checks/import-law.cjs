// The import law, for dependency-cruiser. Each rule says why; tools/commands/checks/import-law.test.ts breaks each of them once.

const { folderOf, mayImport } = require('./rooms.cjs');

/** Tests may import these beside what their package may. */
const testsMayImport = ['dev-services', 'releases', 'remote-kit', 'workspace'];

const TESTS = '([.]test[.]tsx?$|/test/)';
const SOURCES = '[.]([cm]?[jt]sx?|css|json)$';
const PACKAGES = 'node_modules/';

const packageRules = Object.entries(mayImport).flatMap(([name, [allowed, why]]) => {
  const folder = folderOf(name);
  const inside = name.includes('[') ? '^($1)/' : `^${folder}/`;
  const rule = (from, more) => ({
    severity: 'error',
    comment: `${why}; it may import ${[...allowed, ...more].join(', ') || 'nothing of the workspace'}`,
    from,
    to: {
      path: SOURCES,
      pathNot: [inside, PACKAGES, ...[...allowed, ...more].map((other) => `^${folderOf(other)}/`)],
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
    name: 'by-its-door',
    comment: 'one package does not reach into another by path: what is not exported may change',
    from: {
      path: '^((?:packages|services|tools)/[^/]+|[^/]+)/',
      pathNot: '(^tools/bench/|playwright[.]config[.]ts$)',
    },
    to: { path: SOURCES, pathNot: ['^$1/', PACKAGES], dependencyTypes: ['local'] },
  },
  {
    name: 'declared',
    comment: 'what is imported is declared, so that a package builds alone',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'found',
    comment: 'an import leads somewhere',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-circle-of-files',
    comment: 'two files that need each other are one file, or lack a third',
    from: { pathNot: TESTS },
    to: { circular: true },
  },
  {
    name: 'core-without-features',
    comment: 'the core of the API is what each feature stands on; it knows none of them',
    from: { path: '^services/api/src/core/', pathNot: TESTS },
    to: { path: '^services/api/src/(app|features)/' },
  },
  {
    name: 'features-without-app',
    comment: 'a feature of the API is wired by the app, so it does not import the app',
    from: { path: '^services/api/src/features/', pathNot: TESTS },
    to: { path: '^services/api/src/app/' },
  },
  {
    name: 'capabilities-meet-in-routes',
    comment: 'a route puts capabilities together; no capability knows a route',
    from: { path: '^(mf-[^/]+)/src/', pathNot: ['^mf-[^/]+/src/(routes/|[^/]+$)', TESTS] },
    to: { path: '^$1/src/(routes/|remote[.]ts|standalone[.]tsx)' },
  },
  {
    name: 'own-styles',
    comment:
      'a capability has its own stylesheet: what another one needs of it would move with it, unseen',
    from: { path: '^(mf-[^/]+)/src/([^/]+)/', pathNot: '^mf-[^/]+/src/routes/' },
    to: { path: '^$1/src/.*[.]css$', pathNot: '^$1/src/$2/' },
  },
  {
    name: 'universal-runs-in-both',
    comment: 'what runs in the browser and on the server needs neither',
    from: { path: '^shell/universal/', pathNot: TESTS },
    to: { path: '^shell/(browser|server|bundler)/' },
  },
  {
    name: 'browser-and-server-apart',
    comment: 'the page is sent what it needs; secrets and file systems stay on the server',
    from: { path: '^shell/(browser|server)/', pathNot: TESTS },
    to: { path: '^shell/(browser|server|bundler)/', pathNot: '^shell/$1/' },
  },
  {
    name: 'no-node-in-pages',
    comment: "a visitor's browser has no Node",
    from: {
      path: [
        '^(mf-[^/]+|shared-ui|packages/contracts|packages/remote-kit)/src/',
        '^shell/(browser|universal)/',
      ],
      pathNot: TESTS,
    },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'one-way-to-load-a-remote',
    comment: 'only shell/browser/loading/federation.ts speaks to the federation runtime',
    from: { pathNot: ['^shell/browser/loading/federation[.]ts$', TESTS] },
    to: { path: '@module-federation/enhanced/(dist/src/)?runtime|@module-federation/[^/]*runtime' },
  },
  {
    name: 'contract-without-react',
    comment:
      'the doors between parties hold on any version of React; of the router they have the types alone, which cost nothing',
    from: { path: '^packages/contracts/src/' },
    to: {
      path: '(^|node_modules/)(@types/)?(react|react-dom|react-router|react-router-dom)(/|$)',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'contract-without-types-of-react',
    comment: 'a type of React in the contract would bind remotes to the version of the shell',
    from: { path: '^packages/contracts/src/' },
    to: { path: '(^|node_modules/)(@types/)?(react|react-dom)(/|$)' },
  },
  {
    name: 'looks-only',
    comment: 'shared-ui has no data, no store, no router',
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
