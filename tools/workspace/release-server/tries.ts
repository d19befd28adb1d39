import type { CliEnvironment } from '@carry/releases/cli';
import { inspectSent } from 'shell/inspect-sent';
import { triesLike } from '../processes/try-candidate';

/** Returns the checks of uploads: a sandboxed inspection, and gates in a browser on a copy of the running site. */
export const triesOf = (siteUrl: string) =>
  ({ tryCandidate: triesLike(siteUrl), inspect: inspectSent }) satisfies Partial<CliEnvironment>;
