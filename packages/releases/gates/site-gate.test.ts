import { expect, test } from 'vitest';
import { pagesToTry } from './site-gate';

const route = (path: string) => ({ id: path, path, files: [] });

test('opens pages with and without their optional parts', () => {
  const owners = { 'mf-help': { paths: ['/help', '/:word'] } };
  const document = { schema: 1, owners, frame: { links: [] } } as const;
  const routes = ['/help/:topic?', '/help/all', '/:word?'].map(route);
  const pages = pagesToTry({ name: 'mf-help', routes }, {
    document,
    pages: new Map([['mf-booking', '/booking']]),
  } as never);
  expect(pages.map(({ pathname }) => pathname)).toEqual([
    '/help/1',
    '/help/all',
    '/1',
    '/help',
    '/booking', // the page / is another team's
  ]);
});
