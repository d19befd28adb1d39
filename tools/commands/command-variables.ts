import { oneOf, optional, port, text, url, withDefault } from '@carry/contracts/environment';

/** What the commands of this workspace and its tests read, beside what they hand to the processes that they start. */
export const commandVariables = {
  PORT: withDefault(
    'where `npm start` puts the site (`node tools/commands/run.mjs gallery`: the gallery, 3200)',
    port(1),
    '3000',
  ),
  API_PORT: withDefault('where `npm start` puts the API', port(1), '4000'),
  SANDBOX_PORT: withDefault(
    'where `npm start` puts the sandbox; its mail server takes the next one',
    port(1),
    '4100',
  ),
  API_URL: optional("somebody else's API: `npm start` starts the site alone", url()),
  LOCAL_SOCKET: optional(
    'the socket of the site that `pnpm dev --site` runs in',
    text(),
    "by the site's port",
  ),
  XDG_RUNTIME_DIR: optional(
    'folder for run-time files of your user; the system sets it',
    text(),
    'the folder for temporary files',
  ),
  PATH: optional('where commands are found; the system sets it', text()),
  npm_config_user_agent: optional('which package manager runs a command; it sets it', text()),
  npm_config_loglevel: optional('whether npm prints lines of its own; npm sets it', text()),
  TZ: optional(
    "time zone that times are printed in; renders get the site's",
    text(),
    "the system's",
  ),
};

export const testVariables = {
  TEST_FULL: optional(
    '`1`: also the tests that take long (`npm run test:full` sets it)',
    oneOf(['1']),
  ),
  TEST_DATABASE_URL: optional(
    'PostgreSQL whose user may make databases',
    url(),
    '127.0.0.1:5432, where one answers',
  ),
  FLEET_BEFORE: optional(
    'a checkout of another version, in which `npm run package` and one browser test have run: an upgrade from it is tested, with `TEST_FULL=1`',
    text(),
  ),
  BENCH_BEFORE: optional(
    'a checkout of another version, in which `npm run build` has run: `pnpm bench` measures it beside this one',
    text(),
  ),
  TEST_PARALLEL_INDEX: optional('number of the worker; the runner sets it', text()),
  SECOND_SERVER: optional(
    '`all`: every browser test also against the second server',
    oneOf(['all']),
    'some of them',
  ),
  MODEL_RUNS: optional(
    'how many random histories of bookings and money are tried',
    text(),
    '12, at night more',
  ),
  LOG_SCAN: optional(
    'folder for what the tests print, to be searched for secrets (`npm test` sets it)',
    text(),
  ),
  CI: optional('set: a test marked `only` fails the run', text()),
};
