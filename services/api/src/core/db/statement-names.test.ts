import { describe, expect, test } from 'vitest';
import { StatementNames } from './statement-names';

const useOften = (names: StatementNames, text: string) =>
  Array.from({ length: 5 }, () => names.getName(text)).at(-1);

describe('names of statements', () => {
  test('names a statement from its fifth use', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 6 }, () => names.getName('select $1'));
    const [name] = given.slice(4);
    expect(name).toMatch(/^[\w-]{24}$/);
    expect(given).toEqual([undefined, undefined, undefined, undefined, name, name]);
    const other = useOften(names, 'with a as (select 1) select $1');
    expect(other).toMatch(/^[\w-]{24}$/);
    expect(other).not.toBe(name);
  });

  test('gives a statement the same name in each process', () => {
    const other = new StatementNames();
    useOften(other, 'select 1');
    expect(useOften(other, 'select 2')).toBe(useOften(new StatementNames(), 'select 2'));
  });

  test.each(['begin', 'commit', 'savepoint sp1', 'LISTEN bookings', 'set local lock_timeout = 1'])(
    'leaves %s unnamed',
    (text) => {
      expect(useOften(new StatementNames(), text)).toBeUndefined();
    },
  );

  test('names no more than 150 statements', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 200 }, (_, index) => useOften(names, `select ${index}`));
    expect(given.filter(Boolean)).toHaveLength(150);
    expect(useOften(names, 'select 0')).toBe(given[0]);
  });

  test('forgets the uses of rare statements', () => {
    const names = new StatementNames();
    names.getName('select now()');
    for (let index = 0; index < 1000; index++) names.getName(`select ${index}`);
    for (let use = 0; use < 4; use++) expect(names.getName('select now()')).toBeUndefined();
  });
});
