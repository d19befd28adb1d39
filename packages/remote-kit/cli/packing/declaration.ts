import { z } from 'zod';

const route = z.strictObject({
  /** Pattern of the router, such as `/guides/:id`. */
  path: z.string().startsWith('/'),
  /** Exposed module whose default export is the page's component. */
  expose: z.string().startsWith('./'),
  title: z.string().trim().min(1),
  description: z.string().trim().min(1).optional(),
});

const declaration = z.strictObject({
  build: z.string().min(1).default('dist'),
  /** Its container, relative to `build`, if it has no `mf-manifest.json`. */
  entry: z.string().min(1).default('remoteEntry.js'),
  /** File that exports the components for the server, named like the exposed modules. */
  server: z.string().min(1).optional(),
  routes: z.array(route).min(1),
});

export type PackDeclaration = z.infer<typeof declaration>;
export type PackRoute = z.infer<typeof route>;

/** Reads `carry.pack`. Throws with the member that is wrong. */
export function readDeclaration(file: string, value: unknown): PackDeclaration {
  const { success, data, error } = declaration.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(
    `${file}: "carry.pack${issue?.path.map((key) => `.${String(key)}`).join('') ?? ''}": ${issue?.message}`,
  );
}
