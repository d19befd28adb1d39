// npm start [-- --fresh]: starts the whole product with local defaults. --fresh deletes the local data first, unless a stack uses it. Default: keeps it.
import { openConsole } from '@carry/releases/cli';
import { demo } from 'api/demo';
import { defaultDataFolder } from 'workspace';
import { buildConsole } from 'workspace/build-console';
import { buildForStart, storeLocation } from 'workspace/local-store';
import { portsFromEnvironment, startStack } from 'workspace/stack';
import { deleteData } from './delete-data';
import { holdData } from './hold-data';
import { environment } from './release-environment';

async function start(): Promise<void> {
  const ports = portsFromEnvironment();
  if (process.argv.includes('--fresh')) await deleteData(defaultDataFolder, ports);
  await holdData(defaultDataFolder);
  await Promise.all([buildForStart(['shell']), buildConsole()]);
  if (process.env['API_URL']) return void (await import('shell/main')); // another API: only the site
  console.log('starting …');
  const releases = await openConsole(environment, storeLocation());
  const stack = await startStack({
    ports,
    dataFolder: defaultDataFolder,
    store: storeLocation(),
    env: {
      SEED_MARKETPLACE: process.env['SEED_MARKETPLACE'] ?? 'yes',
      CONSOLE_URL: process.env['CONSOLE_URL'] ?? new URL('.', releases.link).href,
    },
  });
  console.log(`
  site     ${stack.urls.site}
  api      ${stack.urls.api}/openapi.json
  mailbox  ${stack.urls.sandbox}/mail
  console  ${releases.link}

  student  ${demo.student.email}  ${demo.student.password}
  coach    ${demo.coach.email}  ${demo.coach.password}
  operator ${demo.operator.email}  ${demo.operator.password}  at ${stack.urls.site}/operator

  Stop with Ctrl+C.`);
  let isStopping = false;
  const stop = () => {
    if (isStopping) return; // Ctrl+C signals this process twice: from the terminal and from run.mjs
    isStopping = true;
    void Promise.all([stack.stop(), releases.stop()]).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
