import { expect, test } from 'vitest';
import { newPrivateKey, readSigningKey } from './keys';
import { PASS_MINUTES, parsePass, readPass, signPass } from './pass';
import { deriveTrust } from './trust';

const server = readSigningKey(newPrivateKey());
const team = readSigningKey(newPrivateKey());
const trust = deriveTrust({ owners: {}, countersigners: [server.publicKey] }, []);
const about = {
  key: team.publicKey,
  issuer: 'https://issuer.example',
  subject: 'team',
  identities: ['0'.repeat(32)],
};

test('accepts a pass until it expires', () => {
  const now = new Date();
  const pass = signPass({ about, key: server, trust, now });
  expect(readPass(pass, trust, now)).toMatchObject(about);
  const end = now.getTime() + PASS_MINUTES * 60_000;
  expect(readPass(pass, trust, new Date(end - 1))).toMatchObject(about);
  expect(() => readPass(pass, trust, new Date(end))).toThrow(
    /^the pass of https:\/\/issuer\.example team expired at /,
  );
});

test('rejects a malformed or long pass', () => {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  for (const malformed of ['', 'no pass', encode('{'), encode('{}')])
    expect.soft(() => parsePass(malformed), malformed).toThrow('malformed pass');
  const pass = signPass({ about, key: server, trust, now: new Date() });
  const long = `${pass}${' '.repeat(8001 - pass.length)}`; // base64 ends before the spaces
  expect(parsePass(long.slice(0, 8000))).toMatchObject(about);
  expect(() => parsePass(long)).toThrow('malformed pass');
});
