import { dateIn } from '@carry/remote-kit/format';
import { expect, onTestFinished, test } from 'vitest';
import { byPart } from './parts';

const day = { date: '2026-11-23', label: '' };

test('groups times by part of the local day', () => {
  expect(byPart(day, ['09:00', '11:00', '15:59', '16:00'], 'Europe/Berlin')).toEqual([
    { part: 'Morning', times: ['09:00'] },
    { part: 'Afternoon', times: ['11:00', '15:59'] },
    { part: 'Evening', times: ['16:00'] },
  ]);
});

test('groups times that fall on an adjacent day', () => {
  expect(byPart(day, ['13:00', '15:00', '16:00'], 'Asia/Tokyo')).toEqual([
    { part: 'Evening', times: ['13:00'] },
    { part: 'The next day', times: ['15:00', '16:00'] },
  ]);
  expect(byPart(day, ['03:00', '09:00'], 'America/Los_Angeles').map(({ part }) => part)).toEqual([
    'The day before',
    'Morning',
  ]);
});

test('reads dates from parts, whatever an engine prints', () => {
  const { prototype } = Intl.DateTimeFormat;
  const native = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
  Object.defineProperty(prototype, 'format', { ...native, get: () => () => '11/23/2026' }); // WebKit's en-CA
  onTestFinished(() => void Object.defineProperty(prototype, 'format', native));
  expect(dateIn('Asia/Tokyo', Date.UTC(2026, 10, 22, 16))).toBe('2026-11-23');
});
