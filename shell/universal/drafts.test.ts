import { beforeEach, expect, test } from 'vitest';
import { createDrafts } from './drafts';

const DAY = 24 * 3_600_000;

/** A browser's storage: what is stored are its own properties, as Object.keys sees them. */
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
/** What one tab sees of them. */
const open = () => createDrafts({ storage, now: () => time, owner: () => owner });
beforeEach(() => {
  storage = new MemoryStorage() as unknown as Storage;
  time = Date.parse('2026-11-22T06:00:00Z');
  owner = null;
});

test('drafts live for a day of the server, newest first, and what is too old leaves the storage', () => {
  const drafts = open();
  drafts.save('booking/1', { a: 1 });
  time += 1000;
  drafts.save('booking/2', { a: 2 });
  expect(drafts.keys()).toEqual(['booking/2', 'booking/1']);
  expect(drafts.load('booking/1')).toEqual({ a: 1 });
  time += DAY - 1;
  expect(drafts.keys()).toEqual(['booking/2']);
  time += 1;
  open().sweep();
  expect(Object.keys(storage)).toEqual([]);
});

test('a draft of a day that has not come yet is no draft', () => {
  time += 366 * DAY;
  open().save('booking/1', { a: 1 });
  time -= 366 * DAY;
  expect(open().load('booking/1')).toBeNull();
});

test('another tab has them, too; what a visitor typed belongs to who signs in next', () => {
  open().save('booking/1', 'typed');
  owner = 'kim';
  expect(open().load('booking/1')).toBe('typed');
  owner = 'lee';
  expect(open().load('booking/1')).toBeNull();
  expect(Object.keys(storage)).toEqual([]);
});

test('a session that ran out leaves its drafts for its owner, and another one who signs in never sees them', () => {
  owner = 'kim';
  open().save('booking/1', 'typed');
  owner = null;
  open().save('booking/1', 'typed on');
  owner = 'kim';
  expect(open().load('booking/1')).toBe('typed on');
  owner = 'lee';
  open().sweep();
  expect(Object.keys(storage)).toEqual([]);
});

test('signing out removes all of them, and nothing else', () => {
  storage.setItem('theme', 'light');
  const drafts = open();
  drafts.save('booking/1', 1);
  drafts.save('notes/2', 2);
  drafts.clearAll();
  expect(Object.keys(storage)).toEqual(['theme']);
});

test('what is no draft of ours is none; a storage that throws loses drafts, never the page', () => {
  for (const garbage of ['', '{', 'null', '7', '{"at":"now"}', '[]']) {
    storage.setItem('draft:booking/1', garbage);
    expect(open().load('booking/1')).toBeNull();
  }
  const forbidden = () => {
    throw new Error('forbidden');
  };
  storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden } as unknown as Storage;
  const broken = open();
  expect(() => broken.save('x', 1)).not.toThrow();
  expect(broken.load('x')).toBeNull();
  expect(() => broken.clearAll()).not.toThrow();
});
