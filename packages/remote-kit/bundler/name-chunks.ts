import type { RsbuildPlugin } from '@rsbuild/core';

const CALL = /\blazy(?:Route|Slot)\s*\(/g;
const LAZY_PART =
  /\blazy(Route|Slot)\s*\(\s*(['"`])([\w-]+)\2\s*,\s*\(\s*\)\s*=>\s*import\s*\((?:\s*\/\*.*?\*\/)*/gs;

/**
 * Names the chunk of each `lazyRoute('id', () => import('…'))` `route-id`, and of each `lazySlot` `slot-id`. Throws for a call in
 * another form, whose files would be unknown.
 */
export function nameChunks(code: string): string {
  const result = code.replaceAll(
    LAZY_PART,
    (call: string, ...groups: string[]) =>
      `${call}/* webpackChunkName: "${groups[0]?.toLowerCase()}-${groups[2]}" */ `,
  );
  if ((code.match(CALL) ?? []).length !== (code.match(LAZY_PART) ?? []).length)
    throw new Error(
      "lazyRoute and lazySlot need a literal id and an inline import: lazyRoute('help', () => import('./routes/help'))",
    );
  return result;
}

export const nameChunksPlugin = (): RsbuildPlugin => ({
  name: 'carry:name-chunks',
  setup(api) {
    api.transform({ test: /\.[jt]sx?$/, order: 'pre' }, ({ code }) =>
      /import\s*\{[^}]*\blazy(?:Route|Slot)\b[^}]*\}\s*from/.test(code) ? nameChunks(code) : code,
    );
  },
});
