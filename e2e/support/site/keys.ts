import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DirectoryStore, SignedStore, type Store, trustOf } from '@carry/releases';
import { newPrivateKey, readSigningKey, type SigningKey } from '@carry/releases/signing';
import { remotes, root } from 'workspace';

const folder = path.join(root, '.data/e2e/keys');
const OPERATOR = 'operator';
const SITE = 'site';

/** The file of the operator's key or that of a remote's team, made when it is first asked for. */
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

export const keyOf = (name: string): SigningKey =>
  readSigningKey(readFileSync(keyFile(name), 'utf8'));

/** The public keys by which a site trusts its operators, as `RELEASES_TRUST` has them. */
export const trusted = (): string => keyOf(OPERATOR).publicKey;

/** The key by which a site signs its verdicts, as `SITE_KEY` has it. */
export const siteKey = (): string => readFileSync(keyFile(SITE), 'utf8');

/** The public keys of the sites of these tests. */
export const siteKeys = (): string[] => [keyOf(SITE).publicKey];

/** What the commands need to act as the operator. */
export const asOperator = () => ({ RELEASES_TRUST: trusted(), RELEASES_KEY: keyFile(OPERATOR) });

/** The public key of each team of this workspace. */
export const teamKeys = (): Record<string, string> =>
  Object.fromEntries(remotes.map((remote) => [remote, keyOf(remote).publicKey]));

/** A store, or one in a folder, in which each team signs what it ships, and the operator everything else. */
export function signedStore(at: string | Store): Store {
  const below = typeof at === 'string' ? new DirectoryStore(at) : at;
  const owners = Object.fromEntries(
    Object.entries(teamKeys()).map(([remote, key]) => [remote, { paths: [], keys: [key] }]),
  );
  const trust = trustOf({ owners, siteKeys: siteKeys() }, [trusted()]);
  const signedAs = (name: string) => new SignedStore(below, () => trust, keyOf(name));
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
