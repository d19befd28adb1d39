import { BOOT_ID, VISIT_ID } from '@carry/contracts/boot';
import type { ReleaseRecord } from '@carry/contracts/release';
import { ABOVE_THE_FOLD_END, type SiteConfig } from '@carry/contracts/shell';
import { themeColors } from '@carry/ui/theme';
import type { HeadElement } from '../../../universal/head/head-tags';
import type { Boot, Visit } from '../../../universal/page/boot';
import { LOCALE } from '../../../universal/page/locale';
import { getRoute } from '../../composition/composition';
import type { PageFile, StyleSheet } from '../../files/page-styles';
import type { ShellAssets } from '../../files/shell-assets';
import { escapeHtml } from '../render/escape-html';
import type { PreviewLine } from './preview-line';

const inlineJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const jsonElement = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;

export interface DocumentParts {
  assets: ShellAssets;
  nonce: string;
  scriptOrigins: string[];
  development: boolean;
  head: HeadElement[];
  html: string;
  boot: Omit<Boot, keyof Visit>;
  files: PageFile[];
  styles: StyleSheet[];
  previewLine?: PreviewLine | undefined;
  /** The page contains the remote's HTML, so its styles block rendering. */
  styled: boolean;
  /** The page contains its data as well, so its scripts stand behind its content. */
  complete: boolean;
}

export type CriticalFile = PageFile & { file: string };

export const criticalFiles = (
  record: ReleaseRecord,
  pattern: string,
  site: SiteConfig,
): CriticalFile[] => filesWith(record, getRoute(record, pattern, site)?.files);

export const slotFiles = (record: ReleaseRecord, slot: string): CriticalFile[] =>
  filesWith(record, record.slots?.[slot]?.files);

function filesWith(record: ReleaseRecord, more: readonly string[] = []): CriticalFile[] {
  const files = [...new Set([record.entry, ...record.expose, ...more])];
  return files.map((file) => ({
    file,
    href: `/remotes/${record.name}/${record.version}/${file}`,
    integrity: record.files[file]?.integrity ?? '',
  }));
}

const attributes = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

function printHead(element: HeadElement): string {
  if (element.tag === 'title') return `<title>${escapeHtml(element.text)}</title>`;
  if (element.tag === 'json-ld')
    return `<script type="application/ld+json">${element.text.replaceAll('<', '\\u003c')}</script>`;
  return `<${element.tag}${attributes(element.attributes)} data-head>`;
}

/** Low priority: behind pictures and fonts, where the server or the browser orders by priority. */
const scriptPreload = {
  rel: 'preload',
  as: 'script',
  fetchpriority: 'low',
  crossorigin: 'anonymous',
};

/** Blocks rendering until the above-the-fold end is parsed, because a partial paint would shift layout. */
const printRenderBlocker = (html: string) =>
  `<link rel="expect" href="#${html.includes(` id="${ABOVE_THE_FOLD_END}"`) ? ABOVE_THE_FOLD_END : 'main'}" blocking="render">`;

/** Inlines critical styles. The browser's style loader finds them by `data-href`. */
function printStyle({ href, integrity, css }: StyleSheet, nonce: string, needed: boolean): string {
  if (needed && css !== null)
    return `<style${attributes({ nonce, 'data-href': href })}>${css}</style>`;
  const rel = needed ? { rel: 'stylesheet' } : { rel: 'preload', as: 'style' };
  return `<link${attributes({ ...rel, href, integrity, crossorigin: 'anonymous' })}>`;
}

/** Stands above a page whose data only its scripts can bring. */
const NEEDS_SCRIPTS =
  '<noscript><p>This page needs JavaScript. Please turn it on and reload the page.</p></noscript>';

export function printDocument({
  assets,
  nonce,
  scriptOrigins,
  development,
  head,
  html,
  boot,
  files,
  styles,
  previewLine,
  styled,
  complete,
}: DocumentParts): string {
  const links = files.map(
    ({ href, integrity }) => `<link${attributes({ ...scriptPreload, href, integrity, nonce })}>`,
  );
  const scripts = [
    ...assets.scripts.map((script) => script.replace('<script ', `<script nonce="${nonce}" `)),
    ...links,
  ];
  return [
    `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
    printRenderBlocker(html),
    `<meta name="color-scheme" content="dark light"><meta name="theme-color" content="${themeColors.dark}">`,
    `<script${attributes({ nonce, 'data-rendered': String(boot.renderedAt), 'data-origins': scriptOrigins.join(' ') })}>${assets.programs.first}</script>`,
    ...head.map(printHead),
    '<link rel="icon" href="/favicon.ico" sizes="48x48"><link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/assets/touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    ...assets.styles.map((sheet) => printStyle(sheet, nonce, true)),
    ...styles.map((sheet) => printStyle(sheet, nonce, styled)),
    ...(previewLine ? [`<style${attributes({ nonce })}>${previewLine.css}</style>`] : []),
    ...(development ? [`<script nonce="${nonce}">${assets.programs.development}</script>`] : []),
    ...(complete ? [] : scripts),
    `</head><body>${previewLine?.html ?? ''}${complete ? '' : NEEDS_SCRIPTS}<div id="root">${html}</div>`,
    ...(complete ? scripts : []),
    jsonElement(BOOT_ID, boot),
  ].join('');
}

export const printEnd = (visit: Visit) => `${jsonElement(VISIT_ID, visit)}</body></html>`;
