// Runs inside the realm of a release that is inspected: it evaluates the bundle like `main.tsx` and asks it for its routes.

import '../realm/entry'; // before whatever reads a global

import { inspectModule } from '@carry/releases/inspection';
import { describe, setup } from '../realm/entry';
import { callHost } from '../realm/host';
import { type BundleFunction, LoadedRelease } from './loaded-release';

export { answer, describe as describeThrown, fetch, fire, ownImmediate } from '../realm/entry';

let release: LoadedRelease | null = null;
let name = '';

export function load(bundle: BundleFunction, remote: string, version: string): string {
  name = remote;
  try {
    release = new LoadedRelease(bundle, { name: remote, version }, setup);
    return '';
  } catch (error) {
    return describe(error);
  }
}

async function inspect(id: number): Promise<void> {
  try {
    if (!release) throw new Error('it is not loaded');
    const inspection = await inspectModule(name, release.remote);
    callHost('rendered', id, JSON.stringify({ inspection }));
  } catch (error) {
    callHost('rendered', id, JSON.stringify({ refused: String((error as Error)?.message) }));
  }
}

export const render = (id: number): void => void inspect(id);
