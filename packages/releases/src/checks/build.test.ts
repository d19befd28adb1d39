import { expect, it } from 'vitest';
import { checkSizes } from './build';

it('refuses budgets of a remote without routes', () => {
  const manifest = { name: 'mf-help', budgets: { '*': 10, help: 10 }, routes: {} };
  expect(() => checkSizes(manifest as never, { tree: [] }, { sizes: {} })).toThrow(
    /"budgets" for help, but no such route or slot; remove them$/,
  );
});
