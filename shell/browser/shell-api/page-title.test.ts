import { expect, test } from 'vitest';
import { createPageTitle } from './page-title';

test('shows a failure in place of the title of the route until it is over', () => {
  const page = { title: 'Book' };
  const title = createPageTitle(page);
  const end = title.showFailure('Page could not be loaded');
  title.set('Book with Nova');
  expect(page.title).toBe('Page could not be loaded');
  end();
  expect(page.title).toBe('Book with Nova');
});

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
