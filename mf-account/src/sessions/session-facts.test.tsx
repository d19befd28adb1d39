import { expect, test } from 'vitest';
import { getServiceName } from './session-facts';

test.each([
  [{ service_name: 'Match review', service_type: 'vod_review' }, 'Match review'],
  [{ service_type: 'vod_review' }, 'vod review'],
  [{ service_type: { name: '', slug: 'vod_review' } }, 'vod review'],
  [{ service_type: { type: 'vod_review' } }, 'vod review'],
  [{}, null],
])('names the service of %j', (fields, name) => {
  expect(getServiceName({ id: 1, ...fields })).toBe(name);
});
