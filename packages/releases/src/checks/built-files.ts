import { ReleaseRefused } from '../errors/errors';
import { checkFile } from './files';
import { type BuiltFiles, checkScoping, type Scope } from './scoping';
import { checkSecrets } from './secrets';

export { ReleaseRefused, type Scope };

export interface SearchedFiles extends BuiltFiles {
  publicTokens?: string[] | undefined;
}

/** Checks names, secrets, copies of shared modules, scripts and styles of a build. Throws {@link ReleaseRefused}. The implementation decides which process does the work. */
export type CheckFiles = (build: SearchedFiles) => Promise<Scope>;

/** Runs in this process and can block it for seconds, so a server needs another implementation. */
export const checkFilesHere: CheckFiles = async (build) => {
  for (const [file, content] of build.files) checkFile(file, content, build.isPacked);
  await checkSecrets(build, build);
  return checkScoping(build);
};
