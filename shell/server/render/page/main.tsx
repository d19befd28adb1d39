// Runs inside the realm of one release: all that its code can touch. Only primitives cross to the render process.

import '../realm/entry'; // before whatever reads a global

import type { RenderRequest } from '../protocol/protocol';
import { forgetReads } from '../realm/api-fetch';
import { describe, setup } from '../realm/entry';
import { callHost } from '../realm/host';
import { forgetTimers } from '../realm/timers';
import { type BundleFunction, createSignedOutParts, LoadedRelease } from './loaded-release';
import { renderPage } from './render-page';
import { renderSlot } from './render-slot';

export { answer, describe as describeThrown, fetch, fire, ownImmediate } from '../realm/entry';

const visitor = createSignedOutParts(setup);
let release: LoadedRelease | null = null;
const inFlight = new Set<number>();

/** Evaluates the server bundle of the release. Returns an error as text, or an empty string. */
export function load(bundle: BundleFunction, name: string, version: string): string {
  try {
    release = new LoadedRelease(bundle, { name, version }, setup);
    return '';
  } catch (error) {
    return describe(error);
  }
}

async function renderInto(id: number, request: RenderRequest): Promise<void> {
  try {
    const rendered = request.slot
      ? await renderSlot(request.slot, request, release)
      : await renderPage(request, release, visitor);
    callHost('rendered', id, JSON.stringify(rendered));
  } catch (error) {
    callHost('failed', id, describe(error));
  } finally {
    drop(id);
  }
}

export function drop(id: number): void {
  if (!inFlight.delete(id) || inFlight.size > 0) return;
  forgetTimers();
  forgetReads();
}

export function render(id: number, request: string): void {
  inFlight.add(id);
  void renderInto(id, JSON.parse(request));
}
