import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../api';
import * as limits from './limits';

const root = path.join(import.meta.dirname, '../../../..');
const sources = readdirSync(root)
  .filter((name) => name.startsWith('mf-'))
  .flatMap((remote) =>
    readdirSync(path.join(root, remote, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => path.join(remote, 'src', file)),
  );
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('keeps form limits in the contract only', () => {
  const names = Object.keys(limits).join('|');
  const again = new RegExp(`\\b(?:const|let) (?:${names})\\b`);
  const literal = /\b(?:max|maxLength|min|minLength)=(?:\{[^}]*\d{2,}[^}]*\}|"\d+")/;
  const faults = sources.flatMap((file) =>
    [again, literal].flatMap((pattern) => {
      const [fault] = pattern.exec(read(file)) ?? [];
      return fault ? [`${file}: ${fault}`] : [];
    }),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test('accepts the highest price', () => {
  expect(limits.MAX_RATE * limits.MAX_QUANTITY).toBeLessThanOrEqual(limits.MAX_PRICE);
});

test('names the limit and trims white space before counting', () => {
  const { shape } = calls['POST /api/reviews/'].body;
  const comment = 'a'.repeat(limits.MAX_COMMENT);
  expect(shape.comment.parse(`  ${comment}\n`)).toBe(comment);
  const refused = shape.comment.safeParse(`${comment}a`);
  expect(refused.error?.issues[0]?.message).toBe(limits.tooLong(limits.MAX_COMMENT));
  expect(limits.lengthProblem(` ${comment} `, limits.MAX_COMMENT)).toBeUndefined();
  expect(limits.lengthProblem(`${comment}a`, limits.MAX_COMMENT)).toBe(
    'Please use at most 4,000 characters.',
  );
});
