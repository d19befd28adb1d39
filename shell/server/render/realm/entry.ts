// Functions of a realm that the render process calls. Only primitives cross.
import { listenForCrashes } from './globals'; // before whatever reads a global
import './fetch-classes';

import type { RenderSetup } from '../protocol/protocol';
import { type Answer, apiFetch, settleRead } from './api-fetch';
import { callHost } from './host';
import { fireTimer, ownImmediate } from './timers';

const MAX_ERROR = 4000;

/** A parameter of the function around this bundle: the setup of the process, as JSON. */
declare const setupText: string;
export const setup: RenderSetup = JSON.parse(setupText);

/** A `fetch` for the API client of this realm; the bundle's own `fetch` refers to it. */
export const fetch = (input: unknown, init?: RequestInit): Promise<Answer> =>
  apiFetch(setup.apiUrl, input, init);

/** The bundle's own `setImmediate` refers to it. */
export { ownImmediate };

export function describe(error: unknown): string {
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
