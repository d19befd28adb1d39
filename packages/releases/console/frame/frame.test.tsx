import { act } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { closePages, openPage } from '../../test/console-page';
import { Frame } from './frame';

afterEach(closePages);

test.each([
  ['the older part of a list', '/audit?before=x', 'main'],
  ['a filter', '/audit?who=kim', ''],
])('after %s, moves the focus to the new page only', async (_, to, id) => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const { element } = await openPage(
    <>
      <Frame />
      <Link to={to}>Go</Link>
    </>,
    { path: '/audit', documents: {} },
  );
  const link = [...element.querySelectorAll('a')].find(({ textContent }) => textContent === 'Go');
  await act(async () => link?.click());
  expect(document.activeElement?.id).toBe(id);
});
