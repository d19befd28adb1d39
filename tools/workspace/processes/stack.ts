import path from 'node:path';
import { port, readEnvironment, withDefault } from '@carry/contracts/environment';
import { interactionPublicKey } from 'dev-services/interaction-key';
import { fromSource, type Program, requireFreePort, type Service, startService } from './process';
import { localSecrets } from './secrets';

export interface StackOptions {
  ports: { site: number; api: number; sandbox: number };
  dataFolder: string;
  store?: string;
  /** Programs instead of the workspace's sources, such as another API. */
  programs?: Partial<Programs> | undefined;
  env?: Record<string, string>;
  log?: (line: string) => void;
  onStop?: (name: keyof Programs) => void;
}

export interface Stack {
  urls: { site: string; api: string; sandbox: string };
  env: Record<string, string>;
  services: { site: Service; api: Service; sandbox: Service };
  restart(name: 'site' | 'api' | 'sandbox', more?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

export type Programs = Record<'site' | 'api' | 'sandbox', Program>;

const defaultPrograms = (): Programs => ({
  site: fromSource('shell/server/main.ts'),
  api: fromSource('services/api/src/app/main.ts'),
  sandbox: fromSource('services/dev-services/src/main.ts'),
});

export async function requireFreePorts({
  site,
  api,
  sandbox,
}: StackOptions['ports']): Promise<void> {
  await requireFreePort('PORT', site);
  await requireFreePort('API_PORT', api);
  await requireFreePort('SANDBOX_PORT', sandbox);
}

/** Starts the sandbox, the API and the site as processes. Stops all if one fails to start. */
export async function startStack({
  ports,
  dataFolder,
  store = path.join(dataFolder, 'releases'),
  programs: overrides,
  env: more = {},
  log = console.log,
  onStop = () => {},
}: StackOptions): Promise<Stack> {
  await requireFreePorts(ports);
  const urls = {
    site: `http://localhost:${ports.site}`,
    api: `http://localhost:${ports.api}`,
    sandbox: `http://localhost:${ports.sandbox}`,
  };
  const env = toEnvironment({ urls, ports, dataFolder, store, more, isOurApi: !overrides?.api });
  const programs = { ...defaultPrograms(), ...overrides };
  const start = async (
    name: keyof Programs,
    extraEnv: Record<string, string> = {},
  ): Promise<Service> => {
    const { pid, stop, kill } = await startService({
      name,
      program: programs[name],
      env: { ...env, ...extraEnv },
      readyUrl: `${urls[name]}${name === 'sandbox' ? '/' : '/healthz'}`,
      log,
    });
    const notify = (end: () => Promise<void>) => () => {
      onStop(name);
      return end();
    };
    return { pid, stop: notify(stop), kill: notify(kill) };
  };
  const services = await allOrNone({
    sandbox: start('sandbox'),
    api: start('api'),
    site: start('site'),
  });
  return {
    urls,
    env,
    services,
    async restart(name, extraEnv) {
      await services[name].stop();
      services[name] = await start(name, extraEnv);
    },
    stop: async () =>
      void (await Promise.all(Object.values(services).map((service) => service.stop()))),
  };
}

async function allOrNone(
  starting: Record<keyof Programs, Promise<Service>>,
): Promise<Stack['services']> {
  try {
    const { sandbox, api, site } = starting;
    const [first, second, third] = await Promise.all([sandbox, api, site]);
    return { sandbox: first, api: second, site: third };
  } catch (error) {
    const settled = await Promise.allSettled(Object.values(starting));
    await Promise.all(settled.map((one) => one.status === 'fulfilled' && one.value.stop()));
    throw error;
  }
}

interface EnvironmentOptions extends Pick<StackOptions, 'ports' | 'dataFolder'> {
  urls: Stack['urls'];
  store: string;
  isOurApi: boolean;
  more: Record<string, string>;
}

function toEnvironment({
  urls,
  ports,
  dataFolder,
  store,
  isOurApi,
  more,
}: EnvironmentOptions): Record<string, string> {
  const secrets = localSecrets(dataFolder);
  return {
    ...secrets,
    HOST: process.env['HOST'] || '127.0.0.1', // demo accounts and the mailbox must not be public
    PORT: String(ports.site),
    API_PORT: String(ports.api),
    SANDBOX_PORT: String(ports.sandbox),
    SMTP_PORT: String(ports.sandbox + 1),
    API_URL: urls.api,
    API_REQUEST_IDS: isOurApi ? 'yes' : 'no',
    SITE_URL: process.env['SITE_URL'] ?? urls.site,
    RELEASES_STORE: store,
    LAST_GOOD_FOLDER: path.join(dataFolder, 'last-good'),
    DATA_FOLDER: path.join(dataFolder, 'database'),
    UPLOADS_DIR: path.join(dataFolder, 'uploads'),
    STRIPE_API_URL: urls.sandbox,
    REDIRECT_ORIGINS: JSON.stringify({ payment: [urls.sandbox], chat: [urls.sandbox] }),
    MAIL_REPLY_TO: 'Carry support <support@carry.example>',
    SELLER_NAME: 'Example Coaching GmbH',
    SELLER_ADDRESS: 'Sample Street 1, 12345 Sample City, Germany',
    SELLER_TAX_ID: 'DE000000000',
    TAX_PERCENT: '19',
    SMTP_URL: `smtp://127.0.0.1:${ports.sandbox + 1}`,
    DISCORD_CLIENT_ID: 'carry-sandbox',
    DISCORD_GUILD_ID: '100000000000000001',
    DISCORD_PUBLIC_KEY: interactionPublicKey(secrets.DISCORD_INTERACTION_SEED),
    DISCORD_AUTHORIZE_URL: `${urls.sandbox}/oauth2/authorize`,
    DISCORD_API_URL: `${urls.sandbox}/api`,
    SEED: 'yes',
    COMMISSION_PERCENT: '15',
    LOG_LEVEL: process.env['LOG_SCAN'] ? 'info' : process.env['LOG_LEVEL'] || 'warn',
    ...more,
  };
}

export function portsFromEnvironment(): StackOptions['ports'] {
  const { PORT, API_PORT, SANDBOX_PORT } = readEnvironment(portVariables, process.env);
  return { site: PORT, api: API_PORT, sandbox: SANDBOX_PORT };
}

const portVariables = {
  PORT: withDefault('port of the site', port(1), '3000'),
  API_PORT: withDefault('port of the API', port(1), '4000'),
  SANDBOX_PORT: withDefault('port of the sandbox; its mail server uses the next', port(1), '4100'),
};
