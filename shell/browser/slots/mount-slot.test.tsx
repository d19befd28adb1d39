import {
  ApiError,
  type RemoteModule,
  type SlotParts,
  type SlotPlace,
} from '@carry/contracts/shell';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { lazy, useState } from 'react';
import { createMemoryRouter, Link } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReleaseRef } from '../../universal/page/boot';
import { mountSlot } from './mount-slot';

const VERSION = '1.0.0-aaaaaaaaaaaa';
const createRef = (name: string): ReleaseRef => ({
  ...{ name, version: VERSION, entry: 'web/entry.js', integrity: '', expose: [], routes: [] },
});

function Rating({ data }: { data: unknown }) {
  const [votes, setVotes] = useState(0);
  if (votes > 0 && data === 'broken') throw new Error('boom');
  return (
    <p>
      <button type="button" onClick={() => setVotes(votes + 1)}>
        {votes} votes
      </button>
      <Link to="/booking/1">{String(data)}</Link>
    </p>
  );
}

const SERVED =
  '<p><button type="button">0<!-- --> votes</button><a href="/booking/1" data-discover="true">Nova</a></p>';

function open(slot: Partial<SlotParts> | null = {}, consumes = ['mf-rating.coach']) {
  const load = vi.fn(async () => 'Vega');
  const modules: Record<string, Partial<RemoteModule>> = {
    'mf-shop': { consumes },
    'mf-rating': {
      slots: slot ? { coach: async () => ({ load, Component: Rating, ...slot }) } : {},
    },
  };
  const reporter = { used: vi.fn(), failed: vi.fn() };
  const router = createMemoryRouter([{ path: '*', element: null }]);
  const page: Parameters<typeof mountSlot>[0] = {
    index: { complete: async () => {}, findRelease: createRef },
    loader: { load: async ({ name }) => modules[name] as RemoteModule },
    shell: { shellFor: () => createFakeShell().shell },
    reporter,
    foreign: { detected: false, explain: () => false },
    router,
  };
  const element = document.body.appendChild(document.createElement('div'));
  const ending = new AbortController();
  const onShown = vi.fn();
  const place: SlotPlace = {
    ...{ name: 'mf-rating.coach', props: '{"coach":1}', element, onShown, signal: ending.signal },
  };
  const mount = () => mountSlot(page, 'mf-shop', place);
  return { mount, element, load, reporter, router, ending, onShown };
}

/** Resolves when React has hydrated a small tree. */
const hydrated = () => new Promise((resolve) => setTimeout(resolve, 100));

function serve(element: HTMLElement, version = VERSION): HTMLElement {
  const { body } = new DOMParser().parseFromString(SERVED, 'text/html');
  element.replaceChildren(...body.childNodes);
  Object.assign(element.dataset, { slotRelease: version, slotData: '"Nova"', slotIds: 'slot-0-' });
  return element.querySelector('button') as HTMLElement;
}

describe('mountSlot', () => {
  beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("hydrates the server's HTML with its data", async () => {
    const { mount, element, load, reporter, onShown } = open();
    const button = serve(element);
    await mount();
    await hydrated();
    button.click();
    await vi.waitFor(() => expect(button.textContent).toBe('1 votes'));
    expect(element.querySelector('button')).toBe(button);
    expect(load).not.toHaveBeenCalled();
    expect(reporter.used).toHaveBeenCalledWith('mf-rating', VERSION);
    expect(reporter.failed).not.toHaveBeenCalled();
    expect(onShown.mock.calls).toEqual([[true]]);
  });

  it("replaces another release's HTML", async () => {
    const { mount, element, reporter } = open();
    serve(element, '0.9.0-bbbbbbbbbbbb');
    await mount();
    await vi.waitFor(() => expect(element.textContent).toBe('0 votesVega'));
    expect(reporter.failed).not.toHaveBeenCalled();
  });

  it("keeps another release's HTML until its own is there", async () => {
    let load = (_: { default: typeof Rating }) => {};
    const Late = lazy(() => new Promise<{ default: typeof Rating }>((done) => (load = done)));
    const { mount, element, onShown, reporter } = open({ Component: Late });
    serve(element, '0.9.0-bbbbbbbbbbbb');
    void mount();
    await hydrated();
    expect(element.textContent).toBe('0 votesNova');
    expect(onShown).not.toHaveBeenCalled();
    load({ default: Rating });
    await vi.waitFor(() => expect(element.textContent).toBe('0 votesVega'));
    expect(onShown.mock.calls).toEqual([[true]]);
    expect(reporter.failed).not.toHaveBeenCalled();
  });

  it('keeps its content while a later part loads', async () => {
    const Hanging = lazy(() => new Promise<never>(() => {}));
    function Opening() {
      const [isOpen, setOpen] = useState(false);
      return isOpen ? (
        <Hanging />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      );
    }
    const { mount, element, onShown } = open({ Component: Opening });
    await mount();
    element.querySelector('button')?.click();
    await hydrated();
    expect(element.textContent).toBe('Open');
    expect(onShown.mock.calls).toEqual([[true]]);
  });

  describe('after 8 seconds', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      vi.spyOn(console, 'error').mockImplementation(() => {});
    });
    afterEach(() => void vi.useRealTimers());
    const hang = () => new Promise<never>(() => {});

    it('shows the fallback without a report if it still suspends', async () => {
      const { mount, element, reporter, onShown } = open({ Component: lazy(hang) });
      serve(element, '0.9.0-bbbbbbbbbbbb');
      const mounting = mount();
      await vi.advanceTimersByTimeAsync(7999);
      expect(onShown).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await mounting;
      expect(onShown.mock.calls).toEqual([[false]]);
      expect(element.childNodes).toHaveLength(0);
      expect(reporter.failed).not.toHaveBeenCalled();
    });

    it('shows the fallback without a report if its data hangs', async () => {
      const { mount, onShown, reporter } = open({ load: hang });
      const mounting = mount();
      await vi.advanceTimersByTimeAsync(8000);
      await mounting;
      expect(onShown.mock.calls).toEqual([[false]]);
      expect(reporter.failed).not.toHaveBeenCalled();
    });

    it('reports nothing once the page has left', async () => {
      const { mount, reporter, onShown, ending } = open({ Component: lazy(hang) });
      const mounting = mount();
      await vi.advanceTimersByTimeAsync(100);
      ending.abort();
      await vi.advanceTimersByTimeAsync(8000);
      await mounting;
      expect(onShown).not.toHaveBeenCalled();
      expect(reporter.failed).not.toHaveBeenCalled();
    });
  });

  it("follows links with the page's router", async () => {
    const { mount, element, router } = open();
    await mount();
    await vi.waitFor(() => expect(element.querySelector('a')).not.toBeNull());
    element.querySelector('a')?.click();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/booking/1'));
  });

  it('leaves its place and reports its own release if it throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { mount, element, reporter, onShown } = open({ load: async () => 'broken' });
    await mount();
    await vi.waitFor(() => expect(element.querySelector('button')).not.toBeNull());
    element.querySelector('button')?.click();
    await vi.waitFor(() => expect(onShown).toHaveBeenLastCalledWith(false));
    expect(element.childNodes).toHaveLength(0);
    expect(reporter.failed.mock.calls).toMatchObject([
      ['render', { name: 'mf-rating', version: VERSION }],
    ]);
  });

  it('shows the fallback without a report if its remote lacks it', async () => {
    const { mount, element, reporter, onShown } = open(null);
    element.textContent = 'later';
    await mount();
    expect(onShown.mock.calls).toEqual([[false]]);
    expect(element.textContent).toBe('');
    expect(reporter.failed).not.toHaveBeenCalled();
  });

  it('reports no release if the API has no data', async () => {
    const load = () => Promise.reject(new ApiError('no-token', 401));
    const { mount, reporter, onShown } = open({ load });
    await mount();
    expect(onShown.mock.calls).toEqual([[false]]);
    expect(reporter.failed).not.toHaveBeenCalled();
  });

  it('refuses a slot that its page does not declare', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { mount, onShown } = open({}, []);
    await mount();
    expect(String(logged.mock.calls[0]?.[0])).toContain('which its consumes does not list');
    expect(onShown.mock.calls).toEqual([[false]]);
  });

  it('unmounts with the page', async () => {
    const { mount, element, ending } = open();
    await mount();
    await vi.waitFor(() => expect(element.textContent).toContain('votes'));
    ending.abort();
    await vi.waitFor(() => expect(element.childNodes).toHaveLength(0));
  });
});
