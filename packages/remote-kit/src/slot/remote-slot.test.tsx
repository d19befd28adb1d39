import type { ShellApi, SlotPlace } from '@carry/contracts/shell';
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShellContext } from '../route/remote';
import { createFakeShell } from '../testing/fake-shell';
import { RemoteSlot } from './remote-slot';

const shell = { ...createFakeShell().shell, session: new AbortController().signal };

function treeWith(parts: Partial<ShellApi>, coach = 1, name = 'mf-rating.coach') {
  return (
    <ShellContext value={{ ...shell, ...parts }}>
      <RemoteSlot name={name} props={{ coach }} fallback={<p>later</p>} />
    </ShellContext>
  );
}

const SERVER =
  '<div data-slot="mf-rating.coach" data-slot-props="{&quot;coach&quot;:1}"><p>later</p></div><template data-slot-end="mf-rating.coach"></template>';

describe('RemoteSlot', () => {
  let places: SlotPlace[];
  const mountSlot = (place: SlotPlace) => void places.push(place);
  beforeEach(() => {
    places = [];
    document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'root' }));
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  });
  afterEach(() => vi.unstubAllGlobals());
  const root = () => document.getElementById('root') as HTMLElement;

  it('marks its place on the server', () => {
    expect(renderToString(treeWith({ rendering: 'server' }))).toBe(SERVER);
  });

  it('keeps what the server put into its place', async () => {
    const served = SERVER.replace('<p>later</p>', '<b>5 stars</b>');
    const page = new DOMParser().parseFromString(served, 'text/html');
    root().replaceChildren(...page.body.childNodes);
    const mismatch = vi.fn();
    await act(async () =>
      hydrateRoot(root(), treeWith({ mountSlot }), { onRecoverableError: mismatch }),
    );
    expect(mismatch).not.toHaveBeenCalled();
    expect(root().textContent).toBe('5 stars');
    const [place] = places;
    expect(place).toMatchObject({ name: 'mf-rating.coach', props: '{"coach":1}' });
    expect(place?.element.textContent).toBe('5 stars');
    await act(async () => {
      place?.element.replaceChildren();
      place?.onShown(false);
    });
    expect(root().textContent).toBe('later');
  });

  it('shows its fallback until the slot is shown', async () => {
    const mounted = createRoot(root());
    await act(async () => mounted.render(treeWith({ mountSlot })));
    expect(root().textContent).toBe('later');
    await act(async () => places[0]?.onShown(true));
    expect(root().textContent).toBe('');
    await act(async () => mounted.unmount());
    expect(places[0]?.signal.aborted).toBe(true);
  });

  it('stays when the shell changes with the session', async () => {
    const mounted = createRoot(root());
    await act(async () => mounted.render(treeWith({ mountSlot })));
    await act(async () => mounted.render(treeWith({ mountSlot, drafts: { ...shell.drafts } })));
    expect(places.map(({ signal }) => signal.aborted)).toEqual([false]);
  });

  it('shows its fallback while it shows other props', async () => {
    const mounted = createRoot(root());
    const parts = { ...shell, mountSlot };
    await act(async () => mounted.render(treeWith(parts)));
    await act(async () => {
      places[0]?.element.replaceChildren('5 stars');
      places[0]?.onShown(true);
    });
    await act(async () => mounted.render(treeWith(parts, 2)));
    expect(places).toHaveLength(2);
    expect(root().textContent).toBe('later');
    await act(async () => {
      places[1]?.element.replaceChildren('4 stars');
      places[1]?.onShown(true);
    });
    expect(root().textContent).toBe('4 stars');
  });

  it('shows its fallback after it returns to its former props', async () => {
    const mounted = createRoot(root());
    const parts = { ...shell, mountSlot };
    await act(async () => mounted.render(treeWith(parts)));
    await act(async () => {
      places[0]?.element.replaceChildren('5 stars');
      places[0]?.onShown(true);
    });
    await act(async () => mounted.render(treeWith(parts, 2)));
    await act(async () => mounted.render(treeWith(parts)));
    expect(root().textContent).toBe('later');
  });

  it('shows its fallback while it shows another slot', async () => {
    const mounted = createRoot(root());
    const parts = { ...shell, mountSlot };
    await act(async () => mounted.render(treeWith(parts)));
    await act(async () => {
      places[0]?.element.replaceChildren('5 stars');
      places[0]?.onShown(true);
    });
    await act(async () => mounted.render(treeWith(parts, 1, 'mf-rating.game')));
    expect(root().textContent).toBe('later');
  });

  it('shows its fallback where the shell has no slots', async () => {
    await act(async () => createRoot(root()).render(treeWith({})));
    expect(root().textContent).toBe('later');
  });
});
