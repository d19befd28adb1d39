import { writeFileSync } from 'node:fs';
import { ReleaseRefused } from '../errors/errors';
import { signEverything, signStored } from '../pointers/sign-stored';
import { readSite } from '../pointers/site';
import { newPrivateKey, readSigningKey } from '../signing/keys';
import type { Command } from './command';
import { resolveVersion } from './names';

const DEFAULT_FILE = 'carry-release-key.pem';

const describeSkipped = (skipped: string[]) =>
  skipped.length > 0
    ? `\nnot signed, because their signers were removed (name a sound one: 'releases sign <remote> VERSION'): ${skipped.join(', ')}`
    : '';

export const keyCommands: Record<string, Command> = {
  'key new': {
    does: "creates a signing key: writes the private key to a file and prints the public key for the site's operator",
    flags: ['out'],
    storeless: true,
    async run({ flags }) {
      const file = flags.out ?? DEFAULT_FILE;
      const pem = newPrivateKey();
      try {
        writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
      } catch (cause) {
        throw new ReleaseRefused(
          `${file} exists or cannot be written; choose another file with --out`,
          { cause },
        );
      }
      const { id, publicKey } = readSigningKey(pem);
      return {
        data: { id, publicKey, file },
        text: `key ${id}\n  private  ${file}, for RELEASES_KEY of your pipeline; keep it secret\n  public   ${publicKey}`,
      };
    },
  },
  sign: {
    args: '[remote] [version]',
    does: 'signs stored documents again with your key, after a key was added or rotated: a release, the live release and history of a remote, or site.json and all live releases',
    flags: ['why'],
    adopts: true,
    async run({ unsigned, store, trust, flags, follow }, [remote, name]) {
      const skipped: string[] = [];
      const signing = {
        why: flags.why ?? 'sign',
        onSkip: (release: string) => skipped.push(release),
      };
      if (!remote) {
        if (trust.operators.length === 0 && (await readSite(unsigned))?.signature)
          throw new ReleaseRefused(
            "site.json is signed; set RELEASES_TRUST to the operators' public keys",
          );
        const origin = process.env['SITE_URL'] ? new URL(process.env['SITE_URL']).origin : null;
        const signed = await signEverything(
          { unsigned, signed: store },
          { ...signing, origin, follow },
        );
        const { origin: bound = null } = (await readSite(unsigned)) ?? {};
        const where = bound ?? 'every installation: set SITE_URL and sign again';
        return {
          data: { signed, skipped, origin: bound },
          text: `signed: ${signed.join(', ')}\nvalid at: ${where}${describeSkipped(skipped)}`,
        };
      }
      const version = name && (await resolveVersion(unsigned, remote, name));
      const stores = { unsigned, signed: store };
      const signed = await signStored(stores, remote, { ...signing, version });
      return {
        data: { remote, signed, skipped },
        text: `${remote}: ${signed.join(', ')} signed${describeSkipped(skipped)}`,
      };
    },
  },
};
