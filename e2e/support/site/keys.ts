import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  DirectoryStore,
  deriveTrust,
  newPrivateKey,
  readSigningKey,
  SignedStore,
  type SigningKey,
  type Store,
} from '@carry/releases';
import { remotes, root } from 'workspace';

const folder = path.join(root, '.data/e2e/keys');
const OPERATOR = 'operator';
const SITE = 'site';

/** Returns the key file of the operator or a team, created on first use. */
function keyFile(name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${name}.pem`);
  try {
    writeFileSync(file, newPrivateKey(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return file;
}

export const createKey = (name: string): SigningKey =>
  readSigningKey(readFileSync(keyFile(name), 'utf8'));

/** Returns the operators' public keys in the format of `RELEASES_TRUST`. */
export const trusted = (): string => createKey(OPERATOR).publicKey;

/** Returns the signing key of a site in the format of `SITE_KEY`. */
export const siteKey = (): string => readFileSync(keyFile(SITE), 'utf8');

export const siteKeys = (): string[] => [createKey(SITE).publicKey];

/** Returns the operator's environment for the release commands. */
export const asOperator = () => ({ RELEASES_TRUST: trusted(), RELEASES_KEY: keyFile(OPERATOR) });

/** Returns a team's environment for the release commands. */
export const asTeam = (remote: string) => ({
  RELEASES_TRUST: trusted(),
  RELEASES_KEY: keyFile(remote),
});

/** Returns the public key of each team. */
export const teamKeys = (): Record<string, string> =>
  Object.fromEntries(remotes.map((remote) => [remote, createKey(remote).publicKey]));

/** Returns a store in which teams sign their releases and the operator signs the rest. */
export function signedStore(at: string | Store): Store {
  const below = typeof at === 'string' ? new DirectoryStore(at) : at;
  const owners = Object.fromEntries(
    Object.entries(teamKeys()).map(([remote, key]) => [remote, { paths: [], keys: [key] }]),
  );
  const trust = deriveTrust({ owners, siteKeys: siteKeys() }, [trusted()]);
  const signedAs = (name: string) => new SignedStore(below, () => trust, createKey(name));
  const signers = new Map([OPERATOR, ...remotes].map((name) => [name, signedAs(name)]));
  const whose = (file: string, content: Buffer): Store => {
    const [first = ''] = file.split('/');
    const name = first === 'live.json' ? changed(content) : first;
    return signers.get(name) ?? signers.get(OPERATOR) ?? below;
  };
  return Object.assign(signedAs(OPERATOR), {
    actor: 'the team whose key signed it',
    write: (file: string, content: Buffer) => whose(file, content).write(file, content),
    compareAndSwap: (file: string, expected: Buffer | null, content: Buffer) =>
      whose(file, content).compareAndSwap(file, expected, content),
  });
}

const changed = (live: Buffer): string =>
  (JSON.parse(live.toString()) as { change?: { remote?: string } }).change?.remote ?? OPERATOR;
