import { expect, test } from 'vitest';
import { hasText } from './texts';

test.each([
  [undefined, true, true],
  ['refunds terms', true, false],
  ['none', false, false],
])('finds the texts of the setting %j', (texts, terms, privacy) => {
  const site = { settings: texts === undefined ? {} : { texts } };
  expect([hasText(site, 'terms'), hasText(site, 'privacy')]).toEqual([terms, privacy]);
});
