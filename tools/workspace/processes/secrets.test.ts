import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localSecrets } from './secrets';

let folder = '';
const file = () => path.join(folder, 'secrets.json');
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates secrets once in a private file', () => {
  const secrets = localSecrets(folder);
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  expect(localSecrets(folder)).toEqual(secrets);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});

test('throws for a damaged file and keeps it', {
  tags: ['@fault-11.31'],
}, () => {
  for (const damaged of ['{"JWT_SECRET":"abc', '', '[]', 'null', '{"JWT_SECRET":7}']) {
    writeFileSync(file(), damaged);
    expect(() => localSecrets(folder)).toThrow(/secrets\.json: repair it, or delete it/);
    expect(readFileSync(file(), 'utf8')).toBe(damaged);
  }
});

test('adds missing secrets and keeps the others', () => {
  const { PREVIEW_SECRET, ...older } = localSecrets(folder);
  writeFileSync(file(), JSON.stringify(older));
  const { PREVIEW_SECRET: added, ...existing } = localSecrets(folder);
  expect(existing).toEqual(older);
  expect(added).not.toBe(PREVIEW_SECRET);
  expect(localSecrets(folder).PREVIEW_SECRET).toBe(added);
});
