import type { RsbuildPlugin } from '@rsbuild/core';

const CALL = /\blazyRoute\s*\(/g;
const LAZY_ROUTE =
  /\blazyRoute\s*\(\s*(['"`])([\w-]+)\1\s*,\s*\(\s*\)\s*=>\s*import\s*\((?:\s*\/\*.*?\*\/)*/gs;

/** Names the chunk of each `lazyRoute('id', () => import('…'))` `route-id`. Throws for a call in another form, whose files would be unknown. */
export function nameChunks(code: string): string {
  const result = code.replaceAll(
    LAZY_ROUTE,
    (call, _quote, id: string) => `${call}/* webpackChunkName: "route-${id}" */ `,
  );
  if ((code.match(CALL) ?? []).length !== (code.match(LAZY_ROUTE) ?? []).length)
    throw new Error(
      "lazyRoute needs a literal id and an inline import: lazyRoute('help', () => import('./routes/help'))",
    );
  return result;
}

export const nameChunksPlugin = (): RsbuildPlugin => ({
  name: 'carry:name-chunks',
  setup(api) {
    api.transform({ test: /\.[jt]sx?$/, order: 'pre' }, ({ code }) =>
      /import\s*\{[^}]*\blazyRoute\b[^}]*\}\s*from/.test(code) ? nameChunks(code) : code,
    );
  },
});
