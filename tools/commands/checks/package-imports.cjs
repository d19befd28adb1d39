// Import rules between packages, without cycles (import-law.test.ts).

/** Packages that each package may import, with the reason. `commands` may import all. */
const mayImport = {
  contracts: [[], 'contracts depend on no party'],
  'server-kit': [[], 'server basics depend on no party'],
  'create-remote': [[], 'it runs before dependencies are installed'],
  'shared-ui': [[], 'components only render, so that every remote can use them'],
  'remote-kit': [
    ['contracts', 'releases', 'shared-ui'],
    'other repositories install it without the site',
  ],
  'mf-[^/]+': [
    ['remote-kit', 'shared-ui'],
    'remotes meet the shell and each other at run time and use only published packages',
  ],
  releases: [
    ['contracts', 'shared-ui'],
    'releases do not depend on the shell or a remote; only their console uses the components',
  ],
  shell: [
    ['contracts', 'releases', 'remote-kit', 'server-kit', 'shared-ui'],
    'remotes load at run time; the shell does not depend on its starters',
  ],
  api: [['contracts', 'server-kit'], 'the API is replaceable; the site calls it over HTTP only'],
  operator: [
    ['api', 'contracts', 'releases'],
    'the operator CLI calls the API over HTTP; it imports the backup tools and the command-line library',
  ],
  'dev-services': [
    ['contracts', 'server-kit'],
    'fakes of third parties implement their protocols only',
  ],
  workspace: [
    ['contracts', 'releases', 'remote-kit', 'dev-services', 'server-kit', 'shell'],
    'it starts the services; commands and tests use it',
  ],
  e2e: [
    ['api', 'contracts', 'releases', 'workspace'],
    'browser tests use a site from outside; no package imports a command',
  ],
  bench: [
    [
      ...['api', 'contracts', 'e2e', 'mf-[^/]+', 'releases', 'remote-kit', 'shared-ui', 'shell'],
      'workspace',
    ],
    'benchmarks are not part of the site; they drive WebKit as the browser tests do',
  ],
};

const folders = {
  packages: ['contracts', 'create-remote', 'releases', 'remote-kit', 'server-kit'],
  services: ['api', 'dev-services'],
  tools: ['bench', 'commands', 'operator', 'workspace'],
};

/** Returns the folder of a package; patterns stay unchanged. */
const getFolder = (name) => {
  const [parent] = Object.entries(folders).find(([, names]) => names.includes(name)) ?? [];
  return parent ? `${parent}/${name}` : name;
};

module.exports = { getFolder, mayImport };
