import { createHash } from 'node:crypto';
import { devFilesOf } from '@carry/contracts/release';
import { z } from 'zod';
import type { LocalRemote } from '../composition/composition';
import type { ReleaseCode } from '../render/protocol/protocol';

/** A build that a page waits for is usually the one after an edit. */
const BUDGET_MS = 5000;

const document = z.object({ code: z.string(), styles: z.array(z.string()) });

export interface DevBuild {
  /** Differs for each build, so that each gets a realm of its own. */
  key: string;
  code: ReleaseCode;
  styles: string[];
}

/** Reads the server bundle of a development server, after the build that runs. Throws if the build failed. */
export async function readDevBuild({
  ref: { name, version },
  origin,
}: LocalRemote): Promise<DevBuild> {
  const url = `${origin}/carry-build.json`;
  const response = await fetch(url, { signal: AbortSignal.timeout(BUDGET_MS) });
  if (!response.ok)
    throw new Error(`the build of ${name} failed; its development server shows why`);
  const { code, styles } = document.parse(await response.json());
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  return {
    key: `${name}@${version}-${hash}`,
    code: { name, version, code },
    styles: styles.map((file) => devFilesOf(name) + file),
  };
}
