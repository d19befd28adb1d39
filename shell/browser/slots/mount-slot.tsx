import type { ShellApi, SlotParts, SlotPlace, SlotProps } from '@carry/contracts/shell';
import { Component, type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'react-router';
import type { RemoteError } from '../../universal/failures/remote-error';
import type { ReleaseRef } from '../../universal/page/boot';
import type { ForeignNodes } from '../foreign-nodes/foreign-nodes';
import type { RemoteLoader } from '../loading/federation';
import type { RouteIndex } from '../loading/route-index';
import type { Router as PageRouter } from '../navigation/fade-between-pages';
import type { Reporter } from '../reports/reporter';

interface Page {
  index: Pick<RouteIndex, 'complete' | 'findRelease'>;
  loader: Pick<RemoteLoader, 'load'>;
  shell: { shellFor(release: ReleaseRef): ShellApi };
  reporter: Pick<Reporter, 'used' | 'failed'>;
  foreign: Pick<ForeignNodes, 'detected' | 'explain'>;
  router: PageRouter;
}

// The page's script would grow by what this chunk imports from it, so it imports types and libraries only.

const LOAD_BUDGET_MS = 8000;

const isApiError = (error: unknown) => (error as Error | undefined)?.name === 'ApiError';

const late = (name: string) =>
  new Promise<never>((_, reject) => {
    setTimeout(
      () => reject(new Error(`${name} took longer than ${LOAD_BUDGET_MS} ms`)),
      LOAD_BUDGET_MS,
    );
  });

let mounted = 0;

class SlotBoundary extends Component<{ onFailed(error: unknown): void; children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.onFailed(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** Calls `onShown` when its children are in the page: React waits for those that suspend, and keeps what was there. */
function Shown({ onShown, children }: { onShown(): void; children: ReactNode }) {
  useLayoutEffect(onShown, []);
  return children;
}

/** Gives links and `useNavigate` of a slot the page's router, without the data of its routes. */
function SlotRouter({ router, children }: { router: PageRouter; children: ReactNode }) {
  const getLocation = () => router.state.location;
  const location = useSyncExternalStore(router.subscribe, getLocation, getLocation);
  const navigator = {
    createHref: router.createHref,
    encodeLocation: router.encodeLocation,
    go: (steps: number) => void router.navigate(steps),
    push: (to: Parameters<PageRouter['createHref']>[0] | string, state?: unknown) =>
      void router.navigate(to, { state }),
    replace: (to: Parameters<PageRouter['createHref']>[0] | string, state?: unknown) =>
      void router.navigate(to, { state, replace: true }),
  };
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}

/** Returns the HTML and data that the server rendered for this release, once; null if it did not. */
function takeServerSlot({ dataset }: HTMLElement, version: string) {
  const { slotRelease, slotData, slotIds = '' } = dataset;
  delete dataset['slotRelease'];
  if (slotRelease !== version) return null;
  return { idPrefix: slotIds, data: slotData === undefined ? undefined : JSON.parse(slotData) };
}

async function findProvider(
  { index, loader }: Page,
  consumer: string,
  name: string,
): Promise<ReleaseRef | null> {
  await index.complete();
  const shown = index.findRelease(consumer);
  const { consumes = [] } = shown ? await loader.load(shown) : {};
  if (!consumes.includes(name))
    throw new Error(`${consumer} shows the slot ${name}, which its consumes does not list`);
  const release = index.findRelease(name.split('.')[0] ?? '');
  return release?.entry ? release : null;
}

async function loadSlot(
  { loader, shell }: Page,
  release: ReleaseRef,
  slot: string,
): Promise<SlotParts | null> {
  const { slots = {} } = await loader.load(release);
  const create = Object.hasOwn(slots, slot) ? slots[slot] : undefined;
  return create ? create(shell.shellFor(release)) : null;
}

/** Shows a slot in a root of its own, hydrated if the server rendered it. A failure leaves the fallback; the release's are reported. */
export async function mountSlot(page: Page, consumer: string, place: SlotPlace): Promise<void> {
  const { name } = place;
  try {
    const release = await findProvider(page, consumer, name);
    const timeout = late(name);
    timeout.catch(() => {}); // it also rejects after the slot is shown
    const parts = release && (await loadParts(page, release, { name, timeout }));
    if (!release || !parts) return giveUp(place);
    await show({ page, release, place, parts, timeout });
  } catch (error) {
    if (!isApiError(error)) console.error(error);
    giveUp(place);
  }
}

interface Timed {
  timeout: Promise<never>;
}

async function loadParts(
  page: Page,
  release: ReleaseRef,
  { name, timeout }: Timed & { name: string },
): Promise<SlotParts | null> {
  const { name: remote, version } = release;
  try {
    const steps = loadSlot(page, release, name.slice(remote.length + 1));
    const parts = await Promise.race([steps, timeout]);
    page.reporter.used(remote, version);
    return parts;
  } catch (error) {
    const { phase = 'routes' } = error as Partial<RemoteError>;
    if (navigator.onLine) page.reporter.failed('load', release, { phase });
    throw error;
  }
}

function giveUp({ element, onShown, signal }: SlotPlace): void {
  if (signal.aborted) return;
  element.replaceChildren();
  onShown(false);
}

interface LoadedSlot extends Timed {
  page: Page;
  release: ReleaseRef;
  place: SlotPlace;
  parts: SlotParts;
}

async function readData({ page, release, parts }: LoadedSlot, props: SlotProps): Promise<unknown> {
  try {
    return await parts.load?.(props);
  } catch (error) {
    if (!isApiError(error)) page.reporter.failed('render', release);
    throw error;
  }
}

async function show(slot: LoadedSlot): Promise<void> {
  const { page, release, place, parts, timeout } = slot;
  const { reporter, foreign, router } = page;
  const { version } = release;
  const { element, signal } = place;
  const { Component: Slot } = parts;
  const props = JSON.parse(place.props) as SlotProps;
  const served = takeServerSlot(element, version);
  const data = served ? served.data : await Promise.race([readData(slot, props), timeout]);
  if (signal.aborted) return;
  let endRender = () => {};
  const rendered = new Promise<void>((resolve) => {
    endRender = resolve;
  });
  const succeed = () => {
    endRender();
    if (!signal.aborted) place.onShown(true);
  };
  const fail = (error: unknown) => {
    endRender();
    if (foreign.explain(error)) return;
    reporter.failed('render', release);
    setTimeout(() => {
      root.unmount();
      giveUp(place);
    });
  };
  const tree = (
    <SlotBoundary onFailed={fail}>
      <SlotRouter router={router}>
        <Shown onShown={succeed}>
          <Slot props={props} data={data} />
        </Shown>
      </SlotRouter>
    </SlotBoundary>
  );
  const options = {
    identifierPrefix: served?.idPrefix ?? `slot-b${++mounted}-`,
    onRecoverableError(error: unknown) {
      if (foreign.detected) return;
      reportError(error);
      reporter.failed('render', release);
    },
  };
  const root = served ? hydrateRoot(element, tree, options) : createRoot(element, options);
  if (!served) root.render(tree);
  // not during the render of the page that removes it
  signal.addEventListener('abort', () => setTimeout(() => root.unmount()));
  if (served) return;
  try {
    await Promise.race([rendered, timeout]);
  } catch (error) {
    if (signal.aborted) return;
    root.unmount();
    throw error;
  }
}
