import { expect, test } from 'vitest';
import { createPageTitle } from './page-title';

test('the title says first that there are errors, while one form has some, also on a page whose title changes', () => {
  const page = { title: 'Book' };
  const title = createPageTitle(page);
  const first = title.flagErrors();
  const second = title.flagErrors();
  expect(page.title).toBe('Error: Book');
  title.set('Book with Nova');
  expect(page.title).toBe('Error: Book with Nova');
  first();
  first(); // twice is once
  expect(page.title).toBe('Error: Book with Nova');
  second();
  expect(page.title).toBe('Book with Nova');
  title.set('Home');
  expect(page.title).toBe('Home');
});
