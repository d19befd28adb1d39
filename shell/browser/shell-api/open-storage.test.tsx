import { afterEach, expect, test, vi } from 'vitest';
import { createDrafts } from '../../universal/contract/drafts';
import { createTokenStore } from '../../universal/session/tokens';
import { keepsSession, openStorage } from './open-storage';

afterEach(() => void vi.restoreAllMocks());

test('returns local storage where it is available', () => {
  const storage = openStorage();
  expect(storage).toBe(localStorage);
  const tokens = createTokenStore(storage);
  expect(keepsSession(tokens)).toBe(true);
  tokens.save({ access: 'a', refresh: 'r' });
  expect(keepsSession(tokens)).toBe(true);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  tokens.save({ access: 'refused by a full storage', refresh: 'r' });
  expect(keepsSession(tokens)).toBe(false);
  tokens.clear();
});

test.each([
  [
    'throws when it is read',
    () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse),
  ],
  ['is null', () => vi.spyOn(window, 'localStorage', 'get').mockReturnValue(null as never)],
  ['throws at each call', () => vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)],
])('lasts as long as the page if local storage %s', { tags: ['@fault-D6'] }, (_, forbid) => {
  forbid();
  const storage = openStorage();
  const tokens = createTokenStore(storage);
  tokens.save({ access: 'a', refresh: 'r' });
  expect([tokens.access(), tokens.refresh(), keepsSession(tokens)]).toEqual(['a', 'r', false]);
  const drafts = createDrafts({ storage, now: () => 0, owner: () => null });
  drafts.of('mf-a').save('key', 'typed');
  expect(drafts.of('mf-a').load('key')).toBe('typed');
  drafts.clearAll();
  tokens.clear();
  expect([drafts.of('mf-a').load('key'), tokens.access()]).toEqual([null, null]);
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
