import type { SiteConfig } from '@carry/contracts/shell';
import { EMPTY_MENU } from '../../universal/page/boot';
import type { ReleaseFiles } from '../releases/release-files';
import { readServerCode } from '../releases/server-code';
import { NotRendered, type RenderPool } from '../render/pool/pool';
import { readTriedPage } from '../render/protocol/protocol';

/** Returns the problem with a release's files in the store, or null. Throws if the store fails. */
export async function inspectRelease(
  files: ReleaseFiles,
  remote: string,
  version: string,
): Promise<string | null> {
  const record = await files.record(remote, version);
  if (!record) return `${remote}/${version} is not in the store`;
  return files.verifyStored(record).then(
    () => null,
    (error: Error) => {
      if (error.name === 'DamagedRelease') return error.message;
      throw error;
    },
  );
}

interface Trial {
  remote: string;
  version: string;
  /** See `printTriedPage`. */
  page: string;
  site: SiteConfig;
}

/** `ms`: time in the render process; null if it failed. */
export interface TrialOutcome {
  error: string | null;
  ms: number | null;
}

/** Renders a page in a separate pool. */
export async function tryPage(
  pool: Pick<RenderPool, 'render' | 'close'>,
  files: ReleaseFiles,
  { remote, version, page, site }: Trial,
): Promise<TrialOutcome> {
  try {
    const { renderMs } = await pool.render(
      { key: `${remote}@${version}`, code: () => readServerCode(files, remote, version) },
      {
        ...readTriedPage(page),
        owned: true,
        suggestion: null,
        previews: [],
        site,
        requestId: 'trial',
        menu: EMPTY_MENU,
        now: Date.now(),
      },
    );
    return { error: null, ms: renderMs };
  } catch (error) {
    if (error instanceof NotRendered) throw error;
    return { error: (error as Error).message.split('\n')[0] ?? 'it failed', ms: null };
  } finally {
    await pool.close();
  }
}
