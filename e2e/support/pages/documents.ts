import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

/** Returns the shell commands of a document in order. */
export const getCommands = (document: string): string[] =>
  [...readFileSync(path.join(root, document), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(
    (block) => (block[1] ?? '').trim().split('\n'),
  );
