import { z } from 'zod';

const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
const file = z
  .string()
  .regex(/^(web|server)\/[\w.\-/]+$/)
  .refine((path) => !path.includes('..'));
export const remoteName = z.string().regex(/^mf-[a-z][a-z0-9-]{0,30}$/);
export const releaseVersion = z.string().regex(/^\d+\.\d+\.\d+-[a-f0-9]{12}$/);

/** The record of one immutable release: `<store>/<name>/<version>/release.json`. Paths are relative to that folder. */
export const releaseRecord = z.object({
  schema: z.literal(1),
  name: remoteName,
  version: releaseVersion,
  contractVersion: z.number().int().positive(),
  commit: z.string(),
  /** The federation container and the files of the one exposed module. */
  entry: file,
  expose: z.array(file),
  server: file,
  /** Full route patterns with the web files that each needs beyond `entry` and `expose`. */
  routes: z.array(z.object({ id: z.string(), path: z.string().startsWith('/'), files: z.array(file) })).min(1),
  /** Version ranges of the shared modules that the remote expects from the shell. */
  shared: z.record(z.string(), z.string()),
  files: z.record(
    file,
    z.object({ integrity, bytes: z.number().int(), gzip: z.number().int().optional(), brotli: z.number().int().optional() }),
  ),
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;

/** What is live: `<store>/live.json`, changed by compare-and-swap on `revision`. */
export const liveDocument = z.object({
  revision: z.number().int().nonnegative(),
  remotes: z.record(remoteName, z.object({ version: releaseVersion })),
});
export type LiveDocument = z.infer<typeof liveDocument>;

/** What a remote's build leaves for the registry beside its files: `dist/build.json`. */
export const buildManifest = z.object({
  name: remoteName,
  version: z.string(),
  entry: z.string(),
  expose: z.array(z.string()),
  /** Web files of each `route-<id>` chunk group. */
  routes: z.record(z.string(), z.array(z.string())),
  shared: z.record(z.string(), z.string()),
});
export type BuildManifest = z.infer<typeof buildManifest>;
