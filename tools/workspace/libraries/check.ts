import { readFileSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { packLibraries } from './pack';

export async function lint(file: string): Promise<string[]> {
  const tarball = new Uint8Array(readFileSync(file)).buffer;
  const { messages } = await publint({ pack: { tarball } });
  return messages.map((message) => `${path.basename(file)}: ${message.code} ${message.path}`);
}

export async function checkLibraries(): Promise<string[]> {
  const files = Object.values(await packLibraries());
  const messages = (await Promise.all(files.map(lint))).flat();
  if (messages.length > 0) throw new Error(messages.join('\n'));
  return files;
}
