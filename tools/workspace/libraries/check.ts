import { readFileSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { packLibraries } from './pack';

/** What publint says of a tarball, a line each. */
export async function lint(file: string): Promise<string[]> {
  const tarball = new Uint8Array(readFileSync(file)).buffer;
  const { messages } = await publint({ pack: { tarball } });
  return messages.map((message) => `${path.basename(file)}: ${message.code} ${message.path}`);
}

/** Packs what teams install; answers the tarballs. Throws with what publint has to say of them. */
export async function checkLibraries(): Promise<string[]> {
  const files = Object.values(await packLibraries());
  const found = (await Promise.all(files.map(lint))).flat();
  if (found.length > 0) throw new Error(found.join('\n'));
  return files;
}
