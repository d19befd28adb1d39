import { expect, test } from 'vitest';
import { missingParts, retiredVariables } from './start-notes';

const serves = { contracts: [{ version: 1, changes: [] }], shared: {}, routerNames: [] };

test('a store from before site.json said everything is told which commands repair it', () => {
  expect(missingParts({ revision: 3, name: undefined, serves: undefined })).toBe(
    "site.json is from before it said name and serves: run 'npm run releases -- site set workspace/site.json' and 'npm run releases -- site serve'",
  );
  expect(missingParts({ revision: 3, name: 'Hats', serves: undefined })).toMatch(
    /said serves: run 'npm run releases -- site serve'$/,
  );
  expect(missingParts({ revision: 3, name: 'Hats', serves })).toBeNull();
  expect(missingParts({ revision: 0, name: undefined, serves: undefined })).toBeNull(); // nobody has said anything yet
});

test('variables that are set and no longer read are named once, with what says it now', () => {
  expect(retiredVariables({ COACH_SLUG: 'nova', PAYMENT_ORIGINS: 'https://pay.example' })).toMatch(
    /^PAYMENT_ORIGINS, COACH_SLUG are no longer read: redirects and settings of site\.json say it/,
  );
  expect(retiredVariables({ COACH_SLUG: ' ', SITE_SETTINGS: '{}' })).toBeNull();
});
