import { beforeEach, expect, test } from 'vitest';
import { createDrafts } from './drafts';

const DAY = 24 * 3_600_000;

/** Exposes stored keys to Object.keys, as browser storage does. */
class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

let storage: Storage;
let time: number;
let owner: string | null;
const openAll = () => createDrafts({ storage, now: () => time, owner: () => owner });
const open = (remote = 'mf-booking') => openAll().of(remote);
beforeEach(() => {
  storage = new MemoryStorage() as unknown as Storage;
  time = Date.parse('2026-11-22T06:00:00Z');
  owner = null;
});

test('keeps drafts for a day of server time, newest first', {
  tags: ['@extra-9'],
}, () => {
  const drafts = open();
  drafts.save('booking/1', { a: 1 });
  time += 1000;
  drafts.save('booking/2', { a: 2 });
  expect(drafts.keys()).toEqual(['booking/2', 'booking/1']);
  expect(drafts.load('booking/1')).toEqual({ a: 1 });
  time += DAY - 1;
  expect(drafts.keys()).toEqual(['booking/2']);
  time += 1;
  openAll().sweep();
  expect(Object.keys(storage)).toEqual([]);
});

test('ignores a draft from the future', () => {
  time += 366 * DAY;
  open().save('booking/1', { a: 1 });
  time -= 366 * DAY;
  expect(open().load('booking/1')).toBeNull();
});

test('gives a visitor’s drafts to the next account that signs in', {
  tags: ['@fault-11.14'],
}, () => {
  open().save('booking/1', 'typed');
  owner = 'kim';
  expect(open().load('booking/1')).toBe('typed');
  owner = 'lee';
  expect(open().load('booking/1')).toBeNull();
  expect(Object.keys(storage)).toEqual([]);
});

test('keeps drafts of an expired session for their owner only', {
  tags: ['@fault-H15'],
}, () => {
  owner = 'kim';
  open().save('booking/1', 'typed');
  owner = null;
  open().save('booking/1', 'typed on');
  owner = 'kim';
  expect(open().load('booking/1')).toBe('typed on');
  owner = 'lee';
  openAll().sweep();
  expect(Object.keys(storage)).toEqual([]);
});

test('removes all drafts and only drafts on sign-out', { tags: ['@fault-11.14'] }, () => {
  storage.setItem('theme', 'light');
  open().save('booking/1', 1);
  open('mf-coach').save('notes/2', 2);
  openAll().clearAll();
  expect(Object.keys(storage)).toEqual(['theme']);
});

test('ignores malformed drafts and survives a storage that throws', () => {
  for (const garbage of ['', '{', 'null', '7', '{"at":"now"}', '[]']) {
    storage.setItem('draft:mf-booking:booking/1', garbage);
    expect(open().load('booking/1')).toBeNull();
  }
  const forbidden = () => {
    throw new Error('forbidden');
  };
  storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden } as unknown as Storage;
  const broken = open();
  expect(() => broken.save('x', 1)).not.toThrow();
  expect(broken.load('x')).toBeNull();
  expect(() => openAll().clearAll()).not.toThrow();
});

const offer = { path: '/booking/1', title: 'your booking with Nova' };

test('isolates the drafts of each remote, whatever the key', () => {
  open().save('booking/1', 'private', offer);
  open('mf-book').save('ing:booking/1', 'own');
  const other = open('mf-marketing');
  for (const key of [
    'booking/1',
    'mf-booking:booking/1',
    ':booking/1',
    '../mf-booking:booking/1',
    '',
  ]) {
    expect(other.load(key), key).toBeNull();
    other.clear(key);
  }
  expect(other.keys()).toEqual([]);
  other.save('booking/1', 'theirs');
  expect(open().load('booking/1')).toBe('private');
  expect(open().keys()).toEqual(['booking/1']);
});

test('lists the offers of current drafts to every remote, newest first', () => {
  const home = open('mf-marketing');
  expect(home.offers?.()).toEqual([]);
  open().save('booking/1', 'private', offer);
  time += 1000;
  open('mf-coach').save('notes/2', 'private', { path: '/coach/bookings/2', title: 'your notes' });
  open('mf-coach').save('notes/3', 'private');
  const notes = { path: '/coach/bookings/2', title: 'your notes', at: time };
  expect(home.offers?.()).toEqual([notes, { ...offer, at: time - 1000 }]);
  open().save('booking/1', 'private');
  expect(home.offers?.()).toEqual([notes]);
  owner = 'kim';
  expect(home.offers?.()).toHaveLength(1);
  owner = 'lee';
  expect(home.offers?.()).toEqual([]);
});

test.each([
  { path: 'https://evil.example/', title: 'x' },
  { path: '//evil.example/', title: 'x' },
  { path: '/\\evil.example/', title: 'x' },
  { path: 'booking/1', title: 'x' },
  { path: '/booking/1', title: 'x'.repeat(201) },
  { path: '/booking/1' },
  null,
  7,
])('drops the invalid offer %j and keeps its draft', (wrong) => {
  open().save('booking/1', 'typed', wrong as never);
  expect(open().load('booking/1')).toBe('typed');
  expect(open().offers?.()).toEqual([]);
  storage.setItem(
    'draft:mf-booking:booking/2',
    JSON.stringify({ at: time, owner: null, value: 1, offer: wrong }),
  );
  expect(open().offers?.()).toEqual([]);
});
