import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LinkedText } from './linked-text';

afterEach(cleanup);

test.each([
  ['See https://example.com/a_(game).', 'https://example.com/a_(game)'],
  ['(see https://example.com/a_(game))', 'https://example.com/a_(game)'],
  ['(see https://example.com/a)!', 'https://example.com/a'],
  ['https://example.com/a?b[]=1,', 'https://example.com/a?b[]=1'],
  ['[https://example.com/a]', 'https://example.com/a'],
])('links the address of %s', (text, url) => {
  render(
    <p>
      <LinkedText>{text}</LinkedText>
    </p>,
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe(url);
  expect(document.body.textContent).toBe(text);
});
