import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DirectoryStore, readRelease } from '../src/index';
import { signStored } from '../src/pointers/sign-stored';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust } from '../src/signing/trust';
import { cachedStore } from '../src/stores/cached-store';
import { build, release } from './build';

test('a cache reads a release again after it is signed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-cached-'));
  const unsigned = new DirectoryStore(folder);
  let key = readSigningKey(newPrivateKey());
  const trust = () => deriveTrust(null, [key.publicKey]);
  const cached = new SignedStore(cachedStore(unsigned), trust, null);
  const { version } = await release(unsigned, build());
  const sign = () =>
    signStored({ unsigned, signed: new SignedStore(unsigned, trust, key) }, 'mf-booking', {
      ...{ version, why: 'intact' },
    });
  const read = () => readRelease(cached, 'mf-booking', version);
  await sign();
  expect(await read()).toMatchObject({ signature: { key: key.id } });
  key = readSigningKey(newPrivateKey());
  await expect(read()).rejects.toThrow(/may not sign it/);
  await sign();
  expect(await read()).toMatchObject({ signature: { key: key.id } });
  rmSync(folder, { recursive: true });
});
