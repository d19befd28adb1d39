import { writeFileSync } from 'node:fs';
import type { Answer } from '@carry/releases/cli';
import { Refused } from './api-client';

/** Returns the answer, or writes its text to a new file that only you can read. Throws Refused if the file exists. */
export function printOrSave(out: string | undefined, answer: Answer & { text: string }): Answer {
  const text = answer.text.trimEnd();
  if (out === undefined) return { ...answer, text };
  try {
    const end = answer.text === text ? '\n' : '';
    writeFileSync(out, answer.text + end, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new Refused(`cannot create ${out}; choose a file that does not exist`, { cause });
  }
  return { data: { file: out }, text: `wrote ${out}` };
}
