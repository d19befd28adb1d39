import { BoxBone } from '@carry/ui';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Later } from './later';

afterEach(cleanup);

/** Tells what is committed, in its order. */
const Part = ({ is, tell }: { is: string; tell: (what: string) => void }) => {
  useLayoutEffect(() => tell(is), [is, tell]);
  return is;
};
const page = (tell: (what: string) => void) => (
  <main>
    <Later fallback={<Part is="bones" tell={tell} />}>
      <Part is="form" tell={tell} />
    </Later>
  </main>
);

test('a new page has it after the rest', async () => {
  const tell = vi.fn();
  render(page(tell));
  expect(await screen.findByText('form')).toBeDefined();
  expect(tell.mock.calls).toEqual([['bones'], ['form']]);
});

test('in the HTML of a server it stands from the start, and stays', async () => {
  const tell = vi.fn();
  const html = renderToString(page(tell));
  expect(html).toBe('<main>form</main>');
  const place = document.createElement('div');
  place.append(document.createRange().createContextualFragment(html));
  const wrong = vi.fn();
  const root = await act(() => hydrateRoot(place, page(tell), { onRecoverableError: wrong }));
  expect(tell.mock.calls).toEqual([['form']]);
  expect(wrong).not.toHaveBeenCalled();
  act(() => root.unmount());
});

test('the bones in its place stand still: they are there for a moment', () => {
  let first = '';
  function Look() {
    useLayoutEffect(() => {
      first ||= document.body.innerHTML;
    }, []);
    return null;
  }
  const moment = (
    <>
      <BoxBone className="moment" />
      <Look />
    </>
  );
  render(
    <>
      <BoxBone className="longer" />
      <Later fallback={moment}>form</Later>
    </>,
  );
  expect(first).toMatch(/pulsing[^"]* longer/);
  expect(first).toContain('moment');
  expect(first).not.toMatch(/pulsing[^"]* moment/);
});
