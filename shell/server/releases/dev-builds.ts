import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReleaseRef } from '../../universal/page/boot';
import type { ReleaseCode } from '../render/protocol/protocol';

/** A build that a page waits for is usually the one after an edit. */
const BUDGET_MS = 5000;

const document = z.object({ code: z.string(), styles: z.array(z.url()) });

export interface DevBuild {
  /** Differs for each build, so that each gets a realm of its own. */
  key: string;
  code: ReleaseCode;
  styles: string[];
}

/** Reads the server bundle of a development server, after the build that runs. Throws if the build failed. */
export async function readDevBuild({ name, version, entry }: ReleaseRef): Promise<DevBuild> {
  const url = new URL('/carry-build.json', entry);
  const response = await fetch(url, { signal: AbortSignal.timeout(BUDGET_MS) });
  if (!response.ok)
    throw new Error(`the build of ${name} failed; its development server shows why`);
  const { code, styles } = document.parse(await response.json());
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const assets = new URL('.', entry).href;
  return { key: `${name}@${version}-${hash}`, code: { name, version, code, assets }, styles };
}
