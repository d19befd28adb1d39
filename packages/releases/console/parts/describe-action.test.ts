import { expect, test } from 'vitest';
import { describeAction } from './describe-action';

const version = '1.0.0-0123456789ab';

test.each([
  ['a new preview', { from: null, to: version }, 'opened the preview pr-1'],
  ['another release', { from: '0.9.0-0123456789ab', to: version }, 'opened the preview pr-1'],
  ['a new expiry', { from: version, to: version }, 'changed the expiry of the preview pr-1'],
])('describes %s', (_, moved, text) => {
  expect(describeAction({ action: 'preview', channel: 'pr-1', ...moved })).toBe(text);
});

test('prints the times of a freeze as a person reads them', () => {
  const added = ['2026-12-24T12:00:00.000Z/2026-12-27T12:00:00.000Z'];
  const text = describeAction({ action: 'own', paths: [], settings: [{ name: 'freezes', added }] });
  expect(text).toMatch(
    /^changed settings: freezes \(added Dec 24, 2026, .+ to Dec 27, 2026, .+\)$/,
  );
});

test('names an action without an entry', () => {
  expect(describeAction({ action: 'preview' })).toBe('opened the preview');
});
