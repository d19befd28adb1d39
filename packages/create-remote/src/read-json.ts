import { existsSync, readFileSync } from 'node:fs';

/** Reads a JSON object; null without the file. Throws for a malformed one, such as with a merge conflict. */
export function readJson<Value extends object>(file: string): Value | null {
  if (!existsSync(file)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error('not an object');
    return value as Value;
  } catch (cause) {
    throw new Error(
      `${file} is no valid JSON (${(cause as Error).message}); resolve its merge conflict or restore it from git, commit, then run the upgrade again`,
      { cause },
    );
  }
}
