import type { CliEnvironment } from '@carry/releases/cli';
import { inspectSent } from 'shell/inspect-sent';
import { triesLike } from '../processes/try-candidate';

/** How this release server looks at what it is sent: in sealed processes, and in a browser on the whole site, set up as the one that runs. */
export const triesOf = (siteUrl: string) =>
  ({ tryCandidate: triesLike(siteUrl), inspect: inspectSent }) satisfies Partial<CliEnvironment>;
