import type { RsbuildPlugin } from '@rsbuild/core';

const CALL = /\blazyRoute\s*\(/g;
const NAMED =
  /\blazyRoute\s*\(\s*(['"`])([\w-]+)\1\s*,\s*\(\s*\)\s*=>\s*import\s*\((?:\s*\/\*.*?\*\/)*/gs;

/** Gives the import of every `lazyRoute('id', () => import('…'))` the chunk name `route-id`; throws at a call of another form, whose files nobody would know. */
export function nameChunks(code: string): string {
  const named = code.replaceAll(
    NAMED,
    (call, _quote, id: string) => `${call}/* webpackChunkName: "route-${id}" */ `,
  );
  if ((code.match(CALL) ?? []).length !== (code.match(NAMED) ?? []).length)
    throw new Error(
      "lazyRoute is called with its id and its import in place: lazyRoute('help', () => import('./routes/help'))",
    );
  return named;
}

/** Runs {@link nameChunks} over the modules that use `lazyRoute`. */
export const nameChunksPlugin = (): RsbuildPlugin => ({
  name: 'carry:name-chunks',
  setup(api) {
    api.transform({ test: /\.[jt]sx?$/, order: 'pre' }, ({ code }) =>
      /import\s*\{[^}]*\blazyRoute\b[^}]*\}\s*from/.test(code) ? nameChunks(code) : code,
    );
  },
});
