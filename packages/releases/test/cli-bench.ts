import { afterEach, beforeEach } from 'vitest';
import { type CliEnvironment, runReleases, type Streams } from '../src/cli/main';
import { type PublishOptions, ReleaseRefused } from '../src/index';
import { numbered, release } from './build';
import { type OpenedStore, storeKinds } from './stores';

/** Fixture of CLI tests: a store with two releases of mf-booking, and a build for `publish`. */
export interface Bench {
  opened: OpenedStore;
  versions: string[];
  dist: string;
  commit: string;
  /** Number of builds. */
  built: number;
  /** Message of the refusal of mf-account. */
  refusal: string;
}

export const bench = {} as Bench;

/** Gives each test of a file a new fixture. */
export function prepareBench(): void {
  beforeEach(async () => {
    const opened = await (storeKinds[0] as (typeof storeKinds)[number])[1]();
    const versions: string[] = [];
    for (const number of [1, 2])
      versions.push((await release(opened.store, numbered(number))).version);
    Object.assign(bench, {
      opened,
      versions,
      dist: numbered(3),
      commit: 'abc',
      built: 0,
      refusal: 'its page fails\nat x.js:1',
    });
  });
  afterEach(() => bench.opened.close());
}

export async function runAt(
  store: string,
  args: string[],
  streams: Streams = {},
  more: Partial<CliEnvironment> = {},
) {
  const out: string[] = [];
  const err: string[] = [];
  const environment = {
    defaultStore: '/nowhere',
    siteUrl: 'https://carry.example',
    previewSecret: 'secret',
    async publish(
      remote: string,
      more: Pick<PublishOptions, 'store' | 'why' | 'target' | 'report'>,
    ) {
      bench.built++;
      if (remote === 'mf-account')
        throw new ReleaseRefused(bench.refusal, { cause: new Error('the cause') });
      return release(more.store, bench.dist, { ...more, commit: bench.commit });
    },
    ...more,
  };
  const write = {
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    color: false,
    screen: null,
  };
  const code = await runReleases([...args, '--store', store], environment, {
    ...write,
    ...streams,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

export const run = (...args: string[]) => runAt(bench.opened.store.name, args);
