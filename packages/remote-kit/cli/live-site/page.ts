import { BOOT_ID, VISIT_ID } from '@carry/contracts/boot';
import { DEV_VERSION, devFilesOf, type PolicyNeeds } from '@carry/contracts/release';
import { matchRoutes } from 'react-router';
import { z } from 'zod';
import type { Grants } from './headers';

export interface Replacement {
  remote: string;
  origin: string;
  entry: string;
  /** Patterns of its routes, with settings in braces. */
  routes: readonly string[];
  /** Additions of its build to the policy of its pages. */
  needs: PolicyNeeds;
  replaced: string | null;
  grants?: Grants | undefined;
  /** Live remotes whose pages show its slots. */
  consumers?: readonly string[] | undefined;
}

const releaseRef = z.looseObject({
  name: z.string(),
  ownDocument: z.literal(true).optional(),
  routes: z.array(z.looseObject({ path: z.string() })),
});
const bootDocument = z.looseObject({
  site: z.looseObject({ settings: z.record(z.string(), z.unknown()) }),
  apiUrl: z.url(),
  own: releaseRef.nullable(),
  composition: z.looseObject({ integrity: z.string() }),
  local: z.array(z.string()),
});
type BootDocument = z.infer<typeof bootDocument>;

const readElement = (id: string) =>
  new RegExp(`(?<=<script type="application/json" id="${id}">).*?(?=</script>)`, 's');

const printJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const writeElement = (html: string, id: string, value: unknown) =>
  html.replace(readElement(id), () => printJson(value));

/** Returns the boot document of a page, or null for a page that the site's shell did not print. */
export function readBoot(html: string): BootDocument | null {
  const json = readElement(BOOT_ID).exec(html)?.[0];
  if (json === undefined) return null;
  const boot = bootDocument.safeParse(JSON.parse(json));
  if (boot.success) return boot.data;
  throw new Error(
    `the site's pages have another format than this version of @carry/remote-kit reads (${boot.error.issues[0]?.path.join('.')}); run npx carry-remote upgrade`,
  );
}

const hasPolicy = ({ needs, grants: { connect = [], frames = [] } = {} }: Replacement): boolean =>
  connect.length + frames.length > 0 || needs.workers || needs.wasm;

const isConsumer = ({ consumers = [] }: Replacement, ref: { name: string } | null): boolean =>
  ref !== null && consumers.includes(ref.name);

/** Gives a page that shows a slot of the development build a document of its own, if the build needs a policy. */
const markConsumer = <Ref extends { name: string } | null>(ref: Ref, replacement: Replacement) =>
  isConsumer(replacement, ref) && hasPolicy(replacement) ? { ...ref, ownDocument: true } : ref;

function createRef(
  replacement: Replacement,
  settings: BootDocument['site']['settings'],
  live: { ownDocument?: true | undefined } | null | undefined,
) {
  const { remote, entry, routes } = replacement;
  const fill = (pattern: string) =>
    pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(settings[name] ?? whole));
  return {
    name: remote,
    version: DEV_VERSION,
    entry: devFilesOf(remote) + entry,
    integrity: '',
    expose: [],
    routes: routes.map((path) => ({ path: fill(path), files: [] })),
    ...((live?.ownDocument || hasPolicy(replacement)) && { ownDocument: true }),
  };
}

/** True if the development build has the page, or had it in the live release. */
function findOwner(
  own: BootDocument['own'],
  ref: ReturnType<typeof createRef>,
  pathname: string,
): 'development' | 'removed' | 'live' {
  const isReplaced = own?.name === ref.name;
  const ownRoutes = isReplaced ? [] : (own?.routes ?? []);
  const candidates = [
    ...ref.routes.map(({ path }) => ({ path, id: `dev ${path}` })),
    ...ownRoutes.map(({ path }) => ({ path, id: path })),
  ];
  const match = matchRoutes(candidates, pathname)?.at(-1);
  if (match?.route.id.startsWith('dev ')) return 'development';
  return isReplaced ? 'removed' : 'live';
}

const bar = ({ remote, origin, replaced }: Replacement) =>
  `<p><strong>${remote}</strong> comes from ${origin}${replaced ? ` in place of release ${replaced}` : '; no release of it is live'}.</p>`;

const BAR_END = '<!--carry-dev-->';
const BAR_STYLE =
  '.carry-dev{position:fixed;inset:auto auto 8px 8px;z-index:2147483647;max-inline-size:min(420px,calc(100vw - 16px));border:1px solid #fff;border-radius:6px;background:#111827;color:#fff;font:13px/1.4 system-ui,sans-serif;overflow-wrap:anywhere}.carry-dev summary{padding:8px 12px;cursor:pointer}.carry-dev p{margin:0;padding:0 12px 8px}@media print{.carry-dev{display:none}}';

function addPanel(html: string, replacement: Replacement, { site, nonce }: PageContext): string {
  if (html.includes(BAR_END)) return html.replace(BAR_END, () => bar(replacement) + BAR_END);
  const panel = `<aside class="carry-dev" aria-label="Development"><style nonce="${nonce}">${BAR_STYLE}</style><details><summary>Development build</summary>${bar(replacement)}${BAR_END}<p>Everything else is live at ${site}.</p></details></aside>`;
  const end = html.lastIndexOf('</body>');
  return end < 0 ? html : html.slice(0, end) + panel + html.slice(end);
}

/** Removes the server's HTML of a remote and the files of its live release; the browser renders the development build. */
function removeLive(html: string, remote: string): string {
  const folder = `"/remotes/${remote}/`;
  return html
    .replace(/(<main\b[^>]*>).*(<\/main>)/s, '$1$2')
    .replaceAll(new RegExp(`<link\\b[^>]*\\bhref=${folder}[^>]*>`, 'g'), '')
    .replaceAll(new RegExp(`<style\\b[^>]*\\bdata-href=${folder}[^>]*>.*?</style>`, 'gs'), '');
}

export interface PageContext {
  pathname: string;
  site: string;
  nonce: string;
  localize(url: string): string;
}

export interface RewrittenPage {
  html: string;
  isOwn: boolean;
  /** It shows slots of the development build. */
  isConsumer: boolean;
}

export function rewritePage(
  page: string,
  replacement: Replacement,
  context: PageContext,
): RewrittenPage {
  const boot = readBoot(page);
  if (!boot) return { html: page, isOwn: false, isConsumer: false };
  const { remote } = replacement;
  const live = boot.own?.name === remote ? boot.own : null;
  const ref = createRef(replacement, boot.site.settings, live);
  const owner = findOwner(boot.own, ref, context.pathname);
  const changes = {
    apiUrl: context.localize(boot.apiUrl),
    local: [...new Set([...boot.local, context.localize(context.site)])], // its files have no hash
    composition: { ...boot.composition, integrity: '' }, // the proxy changes the document
  };
  const browserRendered = { rendered: 'frame', hydration: { loaderData: {} }, suggestion: null };
  const own =
    owner === 'development'
      ? ref
      : owner === 'removed'
        ? null
        : markConsumer(boot.own, replacement);
  const visit = readElement(VISIT_ID).exec(page)?.[0] ?? '{}';
  let html = writeElement(page, BOOT_ID, {
    ...boot,
    ...changes,
    ...(owner !== 'live' && browserRendered),
    own,
  });
  // a page without a view id sends no reports
  html = writeElement(html, VISIT_ID, { ...(JSON.parse(visit) as object), view: null });
  if (owner !== 'live') html = removeLive(html, remote);
  return {
    html: addPanel(html, replacement, context),
    isOwn: owner === 'development',
    isConsumer: owner === 'live' && isConsumer(replacement, boot.own),
  };
}

/** Puts a development server in the place of a remote in the list of the site's releases. */
export function rewriteComposition(
  json: string,
  replacement: Replacement,
  settings: BootDocument['site']['settings'],
): string {
  const refs = z.array(releaseRef).parse(JSON.parse(json));
  const live = refs.find(({ name }) => name === replacement.remote);
  const releases = refs.filter((ref) => ref !== live).map((ref) => markConsumer(ref, replacement));
  return JSON.stringify([...releases, createRef(replacement, settings, live)]);
}
