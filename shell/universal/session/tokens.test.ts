import { describe, expect, test } from 'vitest';
import { ACCESS_KEY, createTokenStore, REFRESH_KEY, readSubject } from './tokens';

const createStorage = (items = new Map<string, string>()) =>
  ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }) as Storage;

test('stores tokens under access and refresh', { tags: ['@spec-3.2', '@spec-9.18'] }, () => {
  expect([ACCESS_KEY, REFRESH_KEY]).toEqual(['access', 'refresh']);
});

test.each([
  [{ access: 'a2' }, ['a2', 'r1']],
  [{ refresh: 'r2' }, ['a1', 'r2']],
  [{ access: 'a2', refresh: 'r2' }, ['a2', 'r2']],
  [{}, ['a1', 'r1']],
])('stores one or both tokens of a refresh: %j', (answer, stored) => {
  const tokens = createTokenStore(createStorage());
  tokens.save({ access: 'a1', refresh: 'r1' });
  tokens.save(answer);
  expect([tokens.access(), tokens.refresh()]).toEqual(stored);
  tokens.clear();
  expect([tokens.access(), tokens.refresh()]).toEqual([null, null]);
});

test.each(['null', 'undefined', ''])('ignores a stored %j', { tags: ['@fault-D6'] }, (garbage) => {
  expect(createTokenStore(createStorage(new Map([[ACCESS_KEY, garbage]]))).access()).toBe(null);
});

test('treats a storage that throws as empty', { tags: ['@fault-D6'] }, () => {
  const forbidden = () => {
    throw new Error('forbidden');
  };
  const tokens = createTokenStore({
    getItem: forbidden,
    setItem: forbidden,
    removeItem: forbidden,
  } as unknown as Storage);
  tokens.save({ access: 'a', refresh: 'r' });
  tokens.clear();
  expect([tokens.access(), tokens.refresh()]).toEqual([null, null]);
});

describe('a full storage', () => {
  const createFullStorage = (items = new Map<string, string>()) => {
    const storage = createStorage(items);
    const setItem = () => {
      throw new Error('QuotaExceededError');
    };
    return { ...storage, setItem } as Storage;
  };

  test('keeps the tokens as long as the page', () => {
    const items = new Map([[ACCESS_KEY, 'old']]);
    const tokens = createTokenStore(createFullStorage(items));
    tokens.save({ access: 'a', refresh: 'r' });
    expect([tokens.access(), tokens.refresh()]).toEqual(['a', 'r']);
    items.set(ACCESS_KEY, 'newer'); // another tab found room
    expect([tokens.access(), tokens.refresh()]).toEqual(['newer', 'r']);
  });

  test.each([true, false])('clears all tokens (expired: %s)', (isExpired) => {
    const items = new Map([[ACCESS_KEY, 'old']]);
    const tokens = createTokenStore(createFullStorage(items));
    tokens.save({ refresh: 'r' });
    tokens.clear(isExpired);
    expect([tokens.access(), tokens.refresh(), items.size]).toEqual([null, null, 0]);
  });
});

test.each([
  [{ sub: '7' }, '7'],
  [{ user_id: 7 }, '7'],
  [{ exp: 1 }, null],
  [{ sub: { a: 1 } }, null],
  [null, null],
])('reads the subject of %j as %j', (claims, subject) => {
  expect(readSubject(`h.${btoa(JSON.stringify(claims))}.s`)).toBe(subject);
});

test.each(['opaque', '', 'a.%%%.c'])('reads no subject from the opaque token %j', (token) => {
  expect(readSubject(token)).toBeNull();
});
