// Runs inside the realm of one release: all that its code can touch. Only primitives cross to the render process.
import { listenForCrashes } from '../realm/globals'; // before whatever reads a global
import '../realm/fetch-classes';

import type { RenderRequest, RenderSetup } from '../protocol/protocol';
import { type Answer, apiFetch, forgetReads, settleRead } from '../realm/api-fetch';
import { callHost } from '../realm/host';
import { fireTimer, forgetTimers, ownImmediate } from '../realm/timers';
import { type BundleFunction, LoadedRelease, signedOut } from './loaded-release';
import { renderPage } from './render-page';

const MAX_ERROR = 4000;

/** A parameter of the function around this bundle: the setup of the process, as JSON. */
declare const setupText: string;
const setup: RenderSetup = JSON.parse(setupText);
const visitor = signedOut(setup);
let release: LoadedRelease | null = null;
let inFlight = 0;

/** A `fetch` for the API client of this realm; the bundle's own `fetch` refers to it. */
export const fetch = (input: unknown, init?: RequestInit): Promise<Answer> =>
  apiFetch(setup.apiUrl, input, init);

/** The bundle's own `setImmediate` refers to it. */
export { ownImmediate };

/** Describes an error as text: its stack where it has one. */
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

/** Evaluates the server bundle of the release. Returns an error as text, or nothing. */
export function load(bundle: BundleFunction, name: string, version: string): string {
  try {
    release = new LoadedRelease(bundle, name, version, setup);
    return '';
  } catch (error) {
    return describe(error);
  }
}

/** Describes what the bundle's text threw when it was evaluated. */
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

/** Renders a page and hands it to the render process. */
export function render(id: number, request: string): void {
  inFlight++;
  void renderInto(id, JSON.parse(request));
}

/** Runs the work of a timer. */
export function fire(id: number): void {
  try {
    fireTimer(id);
  } catch (error) {
    crash(error);
  }
}

/** Hands over what the API answered. */
export function answer(id: number, status: number, body: string): void {
  settleRead(id, status, body);
}
