import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Contents, idOf } from './contents';
import { sections } from './sections';

afterEach(cleanup);

test('links each headed section without markup', () => {
  const text = 'Before.\n\n## What *this* is\n\nWords.\n\n## [Our](/terms) `rules`\n\nMore.\n';
  render(<Contents sections={sections(text)} />);
  const ways = screen.getAllByRole('link');
  expect(ways.map(({ textContent }) => textContent)).toEqual(['What this is', 'Our rules']);
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([`#${idOf(1)}`, `#${idOf(2)}`]);
});

test('renders nothing for a single section', () => {
  render(<Contents sections={sections('## Only this\n\nWords.\n')} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});
