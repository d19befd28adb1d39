import { NotRendered } from '../render/pool/process-pool';
import type { ReleaseCode } from '../render/protocol/protocol';
import { isFileError, type ReleaseFiles } from './release-files';

/** Returns a release's server code, or null. Throws {@link NotRendered} if the store fails, so that no release is blamed. */
export async function readServerCode(
  files: Pick<ReleaseFiles, 'record' | 'read'>,
  name: string,
  version: string,
): Promise<ReleaseCode | null> {
  try {
    const record = await files.record(name, version);
    const content = record && (await files.read(name, version, record.server));
    return content && { name, version, code: content.toString() };
  } catch (error) {
    if (isFileError(error as Error)) throw error;
    throw new NotRendered(
      `the store did not send ${name}@${version}: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
