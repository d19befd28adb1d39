import { describe, expect, test } from 'vitest';
import { storeRefusal } from './refusal';

const bucket = (httpStatusCode: number, name: string) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
const folder = (code: string) => Object.assign(new Error(code), { code });

describe('storeRefusal', () => {
  test.each([
    [bucket(403, 'AccessDenied'), '403 AccessDenied'],
    [bucket(403, 'InvalidAccessKeyId'), '403 InvalidAccessKeyId'],
    [bucket(404, 'NoSuchBucket'), '404 NoSuchBucket'],
    [folder('EACCES'), 'EACCES'],
    [folder('EROFS'), 'EROFS'],
    [Object.assign(new Error('none'), { name: 'CredentialsProviderError' }), expect.any(String)],
  ])('names a permanent refusal: %s', (error, refusal) => {
    expect(storeRefusal(error)).toEqual(refusal);
  });

  test.each([
    bucket(500, 'InternalError'),
    bucket(503, 'SlowDown'),
    bucket(429, 'TooManyRequests'),
    bucket(403, 'RequestTimeTooSkewed'),
    bucket(400, 'ExpiredToken'),
    folder('ECONNREFUSED'),
    folder('ENOSPC'),
    new Error('live.json is gone'),
    undefined,
  ])('returns null for a transient failure: %s', (error) => {
    expect(storeRefusal(error)).toBeNull();
  });
});
