import { expect, test } from 'vitest';
import { createPageTitle } from './page-title';

test('replaces the route’s title until the failure ends', () => {
  const page = { title: 'Book' };
  const title = createPageTitle(page);
  const end = title.showFailure('Page could not be loaded');
  title.set('Book with Nova');
  expect(page.title).toBe('Page could not be loaded');
  end();
  expect(page.title).toBe('Book with Nova');
});

test('prefixes the title while a form has errors', () => {
  const page = { title: 'Book' };
  const title = createPageTitle(page);
  const first = title.flagErrors();
  const second = title.flagErrors();
  expect(page.title).toBe('Error: Book');
  title.set('Book with Nova');
  expect(page.title).toBe('Error: Book with Nova');
  first();
  first();
  expect(page.title).toBe('Error: Book with Nova');
  second();
  expect(page.title).toBe('Book with Nova');
  title.set('Home');
  expect(page.title).toBe('Home');
});
