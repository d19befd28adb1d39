import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { DeferUntilPaint } from './defer-until-paint';

afterEach(cleanup);

/** Tells what is committed, in its order. */
const Part = ({ is, tell }: { is: string; tell: (what: string) => void }) => {
  useLayoutEffect(() => tell(is), [is, tell]);
  return <p>{is}</p>;
};
const page = (tell: (what: string) => void, data: object = []) => (
  <main>
    <Part is="heading" tell={tell} />
    <DeferUntilPaint data={data}>
      <Part is="form" tell={tell} />
    </DeferUntilPaint>
  </main>
);

test('a new page has it after the rest', async () => {
  const tell = vi.fn();
  render(page(tell));
  expect(tell.mock.calls).toEqual([['heading']]);
  expect(await screen.findByText('form')).toBeDefined();
  expect(tell.mock.calls).toEqual([['heading'], ['form']]);
});

test('what came late takes the place of its skeleton at once', () => {
  render(page(vi.fn(), Promise.resolve([])));
  expect(screen.getByText('form')).toBeDefined();
});

/** Renders what it has once more when that throws, as the router's Await does, or what stands in its place. */
class Catches extends Component<{ instead?: string; children: ReactNode }> {
  override state = { caught: false };
  static getDerivedStateFromError = () => ({ caught: true });
  override render = () =>
    this.state.caught && this.props.instead ? this.props.instead : this.props.children;
}

test('a part that throws is left out once, and reaches who says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Throws = () => {
    throw new Error('boom');
  };
  const data: object[] = [];
  render(
    <Catches instead="failed">
      <Catches>
        <DeferUntilPaint data={data}>
          <Throws />
        </DeferUntilPaint>
      </Catches>
    </Catches>,
  );
  expect(await screen.findByText('failed')).toBeDefined();
});

test('it waits until the rest has been painted', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const tell = vi.fn();
  render(page(tell));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(tell.mock.calls).toEqual([['heading']]);
  for (const frame of frames) frame();
  expect(tell.mock.calls).toEqual([['heading']]); // in the frame itself, nothing is rendered
  expect(await screen.findByText('form')).toBeDefined();
  vi.unstubAllGlobals();
});

test('in the HTML of a server it stands from the start, and stays', async () => {
  const tell = vi.fn();
  const html = renderToString(page(tell));
  expect(html).toBe('<main><p>heading</p><p>form</p></main>');
  const place = document.createElement('div');
  place.append(document.createRange().createContextualFragment(html));
  const wrong = vi.fn();
  const root = await act(() => hydrateRoot(place, page(tell), { onRecoverableError: wrong }));
  expect(tell.mock.calls).toEqual([['heading'], ['form']]);
  expect(wrong).not.toHaveBeenCalled();
  act(() => root.unmount());
});
