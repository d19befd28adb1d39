// Fixture of console tests: a release server whose console signs in accounts of an identity provider.
import { afterEach, beforeEach } from 'vitest';
import { createServiceConsole } from '../src/console/service-console';
import { readLive } from '../src/index';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust, type Trust } from '../src/signing/trust';
import { account, build, numbered, owners, release } from './build';
import { ConsoleBrowser } from './console-browser';
import { CLIENT, Provider } from './provider';
import { bench, booking, operator, operators, prepareService, startService } from './service-bench';

export const server = readSigningKey(newPrivateKey());
export const kim = {
  sub: 'kim',
  email: 'kim@carry.example',
  email_verified: true,
  groups: ['booking'],
};
export const WHO = () => `kim@carry.example (${fixture.provider.issuer.url} kim)`;

const nothing = { unavailable: 'none' };

interface AccountConsole {
  provider: Provider;
  countersigners: string[];
  url: string;
  /** Two releases of mf-booking; the second one is live. */
  versions: [string, string];
}

export const fixture = {} as AccountConsole;

const oidc = (group: string) => [
  { issuer: fixture.provider.issuer.url, audience: CLIENT.clientId, claims: { groups: group } },
];
export const trust = (): Trust =>
  deriveTrust(
    {
      owners: {
        ...owners,
        'mf-booking': { ...owners['mf-booking'], keys: [booking.publicKey], oidc: oidc('booking') },
        'mf-account': { ...owners['mf-account'], oidc: oidc('account') },
      },
      countersigners: fixture.countersigners,
    },
    operators,
  );
export const start = (more: Parameters<typeof startService>[0] = {}) =>
  startService({
    key: server,
    trust,
    console: (service) =>
      createServiceConsole(service, {
        oidc: {
          ...CLIENT,
          issuer: fixture.provider.issuer.url,
          scope: 'openid email',
          operators: [{ claim: 'groups', value: 'platform' }],
          viewers: [{ claim: 'groups', value: 'staff' }],
        },
        origin: null,
        site: { health: async () => nothing, day: async () => nothing },
        pages: null,
      }),
    ...more,
  });

/** Returns a browser in which an account has signed in. */
export async function signInBrowser(
  claims: Record<string, unknown>,
  at = fixture.url,
): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(at);
  await browser.signIn(fixture.provider, claims);
  await browser.start();
  return browser;
}
export const liveVersion = async () =>
  (await readLive(bench.behind)).remotes['mf-booking']?.version;
export const rollBack = () =>
  ({
    action: 'rollback',
    remote: 'mf-booking',
    version: fixture.versions[0],
    why: 'worse',
  }) as const;

/** Starts the console before each test, with two releases of mf-booking and one of mf-account. */
export function prepareAccountConsole(): void {
  prepareService();
  beforeEach(async () => {
    fixture.provider = await new Provider().open();
    fixture.countersigners = [server.publicKey];
    const team = new SignedStore(bench.behind, trust, booking);
    const first = await release(team, numbered(1));
    const second = await release(team, numbered(2));
    fixture.versions = [first.version, second.version];
    await release(new SignedStore(bench.behind, trust, operator), build(account));
    fixture.url = await start();
  });
  afterEach(() => fixture.provider.close());
}
