// The packages of this workspace, for the import law. Arrows only go down: import-law.test.ts asks that of this table.

/** What of this workspace each package may import; `commands`, the root commands, may import everything. */
const mayImport = {
  contracts: [[], 'the doors between parties know no party'],
  'server-kit': [[], 'what a server reads of its network knows no party'],
  'create-remote': [[], 'what makes a repository runs before anything is installed'],
  'shared-ui': [[], 'components are looks only, so that everybody can use them'],
  'remote-kit': [
    ['contracts', 'releases', 'shared-ui'],
    'a remote of another repository gets it without the site',
  ],
  'mf-[^/]+': [
    ['remote-kit', 'shared-ui'],
    'remotes meet the shell and each other at run time only, and need what a team installs elsewhere',
  ],
  releases: [['contracts'], 'releases know neither the shell nor any remote'],
  shell: [
    ['contracts', 'releases', 'remote-kit', 'server-kit', 'shared-ui'],
    'remotes come at run time; nothing that starts the shell is part of it',
  ],
  api: [['contracts', 'server-kit'], 'the API is replaceable: it meets the site over HTTP only'],
  operator: [
    ['api', 'contracts', 'releases'],
    'the operator works over HTTP; of the API it has the tools for its database, of the releases their command line',
  ],
  'dev-services': [
    ['contracts', 'server-kit'],
    'stand-ins for third parties know only their protocols, and how a process here reads its environment',
  ],
  workspace: [
    ['contracts', 'releases', 'remote-kit', 'dev-services', 'server-kit', 'shell'],
    'what starts everything stands above the services and below commands and tests',
  ],
  e2e: [
    ['api', 'contracts', 'releases', 'workspace'],
    'journeys see a site from outside; nothing depends on a command',
  ],
  bench: [
    ['contracts', 'mf-[^/]+', 'releases', 'remote-kit', 'shared-ui', 'shell', 'workspace'],
    'a measurement is not a part of the site',
  ],
};

const folders = {
  packages: ['contracts', 'create-remote', 'releases', 'remote-kit', 'server-kit'],
  services: ['api', 'dev-services'],
  tools: ['bench', 'commands', 'operator', 'workspace'],
};

/** Returns the folder of a package, from the root; a pattern stays what it is. */
const folderOf = (name) => {
  const [parent] = Object.entries(folders).find(([, names]) => names.includes(name)) ?? [];
  return parent ? `${parent}/${name}` : name;
};

module.exports = { folderOf, mayImport };
