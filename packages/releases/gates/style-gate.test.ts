import { describe, expect, test } from 'vitest';
import { differenceBetween } from './style-gate';

describe('differenceBetween', () => {
  const heading = 'body:1.null>h1:0.title';

  test('names the property and the element that changed', () => {
    expect(differenceBetween([[heading, { color: 'red' }]], [[heading, { color: 'blue' }]])).toBe(
      'color of <h1> is blue instead of red',
    );
  });

  test('ignores elements that are in one of the pages only', () => {
    expect(
      differenceBetween(
        [[heading, { color: 'red' }]],
        [['body:1.null>h2:0.null', { color: 'blue' }]],
      ),
    ).toBeNull();
  });

  test('finds a changed token of the root', () => {
    expect(
      differenceBetween(
        [['html', { '--color-accent': '#f00' }]],
        [['html', { '--color-accent': '#00f' }]],
      ),
    ).toContain('--color-accent of <html>');
  });
});
