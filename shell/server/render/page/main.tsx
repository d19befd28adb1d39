// Runs in a release's realm. Only primitives cross to the render process.
import { listenForCrashes } from '../realm/globals'; // first: it defines the globals
import '../realm/fetch-classes';

import type { RenderRequest, RenderSetup } from '../protocol/protocol';
import { type Answer, apiFetch, forgetReads, settleRead } from '../realm/api-fetch';
import { callHost } from '../realm/host';
import { fireTimer, forgetTimers, ownImmediate } from '../realm/timers';
import { type BundleFunction, createSignedOutParts, LoadedRelease } from './loaded-release';
import { renderPage } from './render-page';

const MAX_ERROR = 4000;

/** Parameter of the wrapper function: the setup as JSON. */
declare const setupText: string;
const setup: RenderSetup = JSON.parse(setupText);
const visitor = createSignedOutParts(setup);
let release: LoadedRelease | null = null;
let inFlight = 0;

/** `fetch` of the API client; the wrapper function refers to it. */
export const fetch = (input: unknown, init?: RequestInit): Promise<Answer> =>
  apiFetch(setup.apiUrl, input, init);

export { ownImmediate };

function describe(error: unknown): string {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown };
  return (
    [stack, message, error]
      .map((part) => (part ? String(part) : ''))
      .find(Boolean)
      ?.slice(0, MAX_ERROR) ?? 'no reason given'
  );
}

const crash = (error: unknown): void => void callHost('crashed', describe(error));
listenForCrashes(crash);

/** Evaluates the server bundle. Returns the error as text, or ''. */
export function load(bundle: BundleFunction, name: string, version: string): string {
  try {
    release = new LoadedRelease(bundle, name, version, setup);
    return '';
  } catch (error) {
    return describe(error);
  }
}

export const describeThrown = describe;

async function renderInto(id: number, request: RenderRequest): Promise<void> {
  try {
    const rendered = await renderPage(request, release, visitor);
    callHost('rendered', id, JSON.stringify(rendered));
  } catch (error) {
    callHost('failed', id, describe(error));
  } finally {
    if (--inFlight === 0) {
      forgetTimers();
      forgetReads();
    }
  }
}

/** Renders a page and sends it to the render process. */
export function render(id: number, request: string): void {
  inFlight++;
  void renderInto(id, JSON.parse(request));
}

export function fire(id: number): void {
  try {
    fireTimer(id);
  } catch (error) {
    crash(error);
  }
}

export function answer(id: number, status: number, body: string): void {
  settleRead(id, status, body);
}
