import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { DeferUntilPaint } from './defer-until-paint';

afterEach(cleanup);

const Part = ({ is, record }: { is: string; record: (what: string) => void }) => {
  useLayoutEffect(() => record(is), [is, record]);
  return <p>{is}</p>;
};
const page = (record: (what: string) => void, data: object = []) => (
  <main>
    <Part is="heading" record={record} />
    <DeferUntilPaint data={data}>
      <Part is="form" record={record} />
    </DeferUntilPaint>
  </main>
);

test('renders the deferred part after the rest of a new page', async () => {
  const record = vi.fn();
  render(page(record));
  expect(record.mock.calls).toEqual([['heading']]);
  expect(await screen.findByText('form')).toBeDefined();
  expect(record.mock.calls).toEqual([['heading'], ['form']]);
});

test('replaces a skeleton at once', () => {
  render(page(vi.fn(), Promise.resolve([])));
  expect(screen.getByText('form')).toBeDefined();
});

/** Renders its children once more after an error, as the router's Await does, or `instead`. */
class Boundary extends Component<{ instead?: string; children: ReactNode }> {
  override state = { caught: false };
  static getDerivedStateFromError = () => ({ caught: true });
  override render = () =>
    this.state.caught && this.props.instead ? this.props.instead : this.props.children;
}

test('passes an error of the deferred part to the boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Throws = () => {
    throw new Error('boom');
  };
  const data: object[] = [];
  render(
    <Boundary instead="failed">
      <Boundary>
        <DeferUntilPaint data={data}>
          <Throws />
        </DeferUntilPaint>
      </Boundary>
    </Boundary>,
  );
  expect(await screen.findByText('failed')).toBeDefined();
});

test('waits for the paint of the rest', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const record = vi.fn();
  render(page(record));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(record.mock.calls).toEqual([['heading']]);
  for (const frame of frames) frame();
  expect(record.mock.calls).toEqual([['heading']]); // renders after the frame, not in it
  expect(await screen.findByText('form')).toBeDefined();
  vi.unstubAllGlobals();
});

test('renders at once on the server and hydrates', async () => {
  const record = vi.fn();
  const html = renderToString(page(record));
  expect(html).toBe('<main><p>heading</p><p>form</p></main>');
  const place = document.createElement('div');
  place.append(document.createRange().createContextualFragment(html));
  const wrong = vi.fn();
  const root = await act(() => hydrateRoot(place, page(record), { onRecoverableError: wrong }));
  expect(record.mock.calls).toEqual([['heading'], ['form']]);
  expect(wrong).not.toHaveBeenCalled();
  act(() => root.unmount());
});
