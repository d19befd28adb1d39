import { expect, test } from 'vitest';
import { describeFailure } from './errors';

test('explains an untrusted certificate', () => {
  const cause = Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  expect(describeFailure(new TypeError('fetch failed', { cause }))).toMatch(
    /SELF_SIGNED_CERT_IN_CHAIN; set NODE_EXTRA_CA_CERTS/,
  );
});
