import { expect, it } from 'vitest';
import { checkBuild, readBuild } from '../src/checks/candidate';
import { checkFolderBudgets, checkOwnBudgets } from '../src/checks/own-budgets';
import { ownServes } from '../src/index';
import { build } from './build';

const context = { live: [], serves: ownServes(), owners: {} };

it('refuses a chunk over its budget before it runs any code', async () => {
  const dist = build({ budgets: { booking: 10 }, routes: '(() => { throw new Error("ran"); })()' });
  const over = /its route booking loads \d+ bytes, its budget is 10; make it smaller/;
  await expect(checkFolderBudgets(dist)).rejects.toThrow(over);
  await expect(
    checkBuild({ build: await readBuild(dist), commit: 'none', context }),
  ).rejects.toThrow(over);
});

it('accepts a chunk within its budget', async () => {
  await expect(checkFolderBudgets(build())).resolves.toBeUndefined();
});

it('refuses a slot over its budget', async () => {
  const manifest = {
    name: 'mf-rating',
    version: '1.0.0',
    entry: 'web/entry.js',
    expose: [],
    routes: {},
    slots: { coach: ['web/coach.js'] },
    shared: {},
    budgets: { 'slot-coach': 30, '*': 100_000 },
    facts: { web: { imports: {}, packages: [] }, server: { imports: {}, packages: [] } },
  };
  const read = (text: string) => async () => Buffer.from(text);
  await expect(checkOwnBudgets(manifest, read('a'))).rejects.toThrow(
    /mf-rating: its slot coach loads \d+ bytes, its budget is 30; make it smaller/,
  );
  await expect(
    checkOwnBudgets({ ...manifest, budgets: { 'slot-coach': 300 } }, read('a')),
  ).resolves.toBeUndefined();
});
