import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { Contents, getId, sections } from './contents';

afterEach(cleanup);

test('links each headed section without markup', () => {
  const text = 'Before.\n\n## What *this* is\n\nWords.\n\n## [Our](/terms) `rules`\n\nMore.\n';
  render(<Contents sections={sections(text)} />, { wrapper: MemoryRouter });
  const ways = screen.getAllByRole('link');
  expect(ways.map(({ textContent }) => textContent)).toEqual(['What this is', 'Our rules']);
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([`/#${getId(1)}`, `/#${getId(2)}`]);
});

test('focuses the section of a link', () => {
  render(
    <>
      <Contents sections={sections('## One\n\nText.\n\n## Two\n')} />
      <section id={getId(1)} />
    </>,
    { wrapper: MemoryRouter },
  );
  fireEvent.click(screen.getByRole('link', { name: 'Two' }));
  expect(document.activeElement?.id).toBe(getId(1));
});

test('renders nothing for a single section', () => {
  render(<Contents sections={sections('## Only this\n\nWords.\n')} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('splits at second-level headings and keeps the preamble', () => {
  expect(sections('Before.\n\n## One\n\nText.\n\n### Part\n\n## Two\n')).toEqual([
    'Before.\n\n',
    '## One\n\nText.\n\n### Part\n\n',
    '## Two\n',
  ]);
});

test('loses no text and keeps unheaded text whole', () => {
  const text = Array.from(
    { length: 50 },
    (_, index) => `## Section ${index}\n\n${'word '.repeat(100)}\n\n`,
  ).join('');
  expect(sections(text)).toHaveLength(50);
  expect(sections(text).join('')).toBe(text);
  expect(sections('Only words, and a ## in a line.')).toEqual(['Only words, and a ## in a line.']);
  expect(sections(' \n')).toEqual([]);
});
