import type { CliEnvironment } from '@carry/releases/cli';
import { inspectSent } from 'shell/inspect-sent';
import { tryCandidate } from '../try-candidate';

/** How this release server looks at what it is sent: in sealed processes, and in a browser on the whole site. */
export const tries = { tryCandidate, inspect: inspectSent } satisfies Partial<CliEnvironment>;
