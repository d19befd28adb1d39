import {
  oneOf,
  optional,
  port,
  required,
  text,
  url,
  webUrl,
  withDefault,
} from '@carry/contracts/environment';

export const commandVariables = {
  PORT: withDefault(
    'port of the site for `npm start` (`node tools/commands/run.mjs gallery`: of the gallery, 3200)',
    port(1),
    '3000',
  ),
  API_PORT: withDefault('port of the API for `npm start`', port(1), '4000'),
  SANDBOX_PORT: withDefault(
    'port of the sandbox for `npm start`; its mail server uses the next',
    port(1),
    '4100',
  ),
  API_URL: optional('URL of another API: `npm start` starts only the site', url()),
  LOG_LEVEL: withDefault(
    'log level of the processes of `npm start` and `npm run dev`; `info` logs each request',
    text(),
    'warn',
  ),
  LOCAL_SOCKET: optional(
    'socket of the site for `npm run dev -- --site`',
    text(),
    "derived from the site's port",
  ),
  XDG_RUNTIME_DIR: optional(
    "folder for the user's run-time files; set by the system",
    text(),
    'the temporary folder',
  ),
  PATH: optional('search path of commands; set by the system', text()),
  npm_config_user_agent: optional('package manager of the command; set by it', text()),
  npm_config_loglevel: optional("npm's log level; set by npm", text()),
  TZ: optional("time zone of printed times; renders use the site's", text(), "the system's"),
};

export const testVariables = {
  TEST_FULL: optional(
    '`1`: runs the slow tests, too (set by `npm run test:full`, and by `npm test` with chosen files)',
    oneOf(['1']),
  ),
  TEST_DATABASE_URL: optional(
    'PostgreSQL server whose user can create databases',
    url(),
    '127.0.0.1:5432 if it responds',
  ),
  FLEET_BEFORE: optional(
    'checkout of an older version for the upgrade test (with `TEST_FULL=1`); run `npm run package` and one browser test in it before',
    text(),
  ),
  TEST_PARALLEL_INDEX: optional('number of the worker; set by the test runner', text()),
  SECOND_SERVER: optional(
    '`all`: runs every browser test against the second server, too',
    oneOf(['all']),
    'some of them',
  ),
  CRASH_ROUNDS: optional('number of kills of the API in the test of the ledger', text(), '12'),
  CRASH_SEED: optional(
    'seed that repeats a test of the ledger, as the test prints it',
    text(),
    'random',
  ),
  MODEL_RUNS: optional(
    'number of random booking and payment histories to test',
    text(),
    '5 to 30, more at night',
  ),
  LOG_SCAN: optional(
    'folder for the output of tests, which is scanned for secrets (set by `npm test`)',
    text(),
  ),
  CI: optional('if set, a test marked `only` fails the run', text()),
};

/** Read by `deploy/compose.yaml` itself, beside the variables of the processes that it starts. */
export const composeVariables = {
  SITE_HOST: required('host name of the site', text()),
  API_HOST: required('host name of the API', text()),
  RELEASES_HOST: required('host name of the release server', text()),
  DATABASE_PASSWORD: required(
    'password of the database, which you choose: letters and digits',
    text(),
  ),
  SITE_AWS_ACCESS_KEY_ID: required(
    "access key of the sites' credential for the bucket, which you choose",
    text(),
  ),
  SITE_AWS_SECRET_ACCESS_KEY: required('its secret', text()),
  RELEASES_AWS_ACCESS_KEY_ID: required(
    "access key of the release server's credential for the bucket, which you choose",
    text(),
  ),
  RELEASES_AWS_SECRET_ACCESS_KEY: required('its secret', text()),
  GRAFANA_PASSWORD: required('password of the account `admin` of Grafana', text()),
  RELEASE_SERVER_KEY: optional(
    'absolute path of the file that the release server gets as its `RELEASES_KEY`; user 1000 must be able to read it',
    text(),
  ),
  BACKUPS_FOLDER: optional(
    'absolute path of the folder of backups; user 1000 must be able to write it',
    text(),
    'a volume',
  ),
};

/** Read in the repositories of remotes, and by the workflow that publishes our packages. */
export const repositoryVariables = {
  CARRY_REGISTRY: optional('npm registry of the packages `@carry/…`', webUrl()),
  CARRY_REGISTRY_TOKEN: optional('token for the registry, if it requires one', text()),
  CARRY_PROVENANCE: optional(
    '`true`: the workflow `packages` signs where each package was built; for public repositories only',
    text(),
  ),
  SITE: optional('preview link that the smoke test opens', webUrl(), 'the site of package.json'),
  HTTPS_PROXY: optional('proxy of `carry-remote` for https addresses', webUrl()),
  HTTP_PROXY: optional('proxy of `carry-remote` for http addresses', webUrl()),
  NO_PROXY: optional('hosts without a proxy, separated by commas', text(), 'this machine'),
  NODE_EXTRA_CA_CERTS: optional('file with a private certificate authority; Node reads it', text()),
};
