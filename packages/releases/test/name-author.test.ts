import { expect, test } from 'vitest';
import { nameAuthor } from '../src/reports/name-author';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { deriveTrust } from '../src/signing/trust';

const [team, other, operator, former] = [1, 2, 3, 4].map(() => readSigningKey(newPrivateKey())) as [
  ReturnType<typeof readSigningKey>,
  ReturnType<typeof readSigningKey>,
  ReturnType<typeof readSigningKey>,
  ReturnType<typeof readSigningKey>,
];
const owners = {
  'mf-booking': { paths: ['/booking'], keys: [team.publicKey], contact: 'booking@carry.example' },
  'mf-help': { paths: ['/help'], keys: [other.publicKey] },
};
const until = { at: '2026-11-27T08:00:00.000Z', live: 1, site: 1 };
const audit = { formerKeys: [{ key: former.publicKey, of: 'mf-help', until }] };
const signers = { owners, trust: deriveTrust({ owners, audit }, [operator.publicKey]) };

test.each([
  [`key ${team.id}`, 'mf-booking', 'the team of mf-booking (booking@carry.example)'],
  [`key ${other.id}`, 'mf-help', 'the team of mf-help'],
  [`key ${former.id}`, 'mf-help', 'the team of mf-help'],
  [`key ${former.id}`, 'mf-booking', `key ${former.id}`],
  [`key ${operator.id}`, 'mf-help', 'an operator'],
  [`key ${other.id}`, 'mf-booking', `key ${other.id}`],
  ['kim@carry.example', 'mf-booking', 'kim@carry.example'],
])('names %s at %s', (who, remote, name) => {
  expect(nameAuthor(who, remote, signers)).toBe(name);
});
