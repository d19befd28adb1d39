import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseRecord } from '@carry/contracts/release';
import { BOOT_ID, type Boot } from '../universal/boot';
import type { HeadElement } from '../universal/head/head-tags';
import { ACCESS_KEY } from '../universal/session/tokens';
import { THEME_KEY, themeColors } from '../universal/theme';
import { routeOf } from './composition';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => escapes[character] as string);
/** JSON that cannot end its script element. */
const inlineJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

/** The shell's own script and style elements, as its build wrote them. */
export interface ShellAssets {
  scripts: string[];
  styles: string[];
  /** Preloads of the typefaces, so that they do not wait for the style sheet. */
  fonts: string[];
}

/** Reads the built page of the shell once. */
export function readShellAssets(webFolder: string): ShellAssets {
  const html = readFileSync(path.join(webFolder, 'index.html'), 'utf8');
  return {
    scripts: html.match(/<script [^>]*><\/script>/g) ?? [],
    styles: html.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? [],
    fonts:
      html.match(/<link [^>]*rel="preload"[^>]*as="font"[^>]*>/g) ??
      html.match(/<link [^>]*as="font"[^>]*>/g) ??
      [],
  };
}

export interface DocumentParts {
  assets: ShellAssets;
  nonce: string;
  scriptOrigins: string[];
  development: boolean;
  head: HeadElement[];
  html: string;
  boot: Boot;
  /** Files of the matched remote that this route needs. */
  files: { href: string; integrity: string }[];
}

/** The files a route of a release needs at once: container, exposed module, and its own. */
export function criticalFiles(
  record: ReleaseRecord,
  pattern: string,
  coachSlug: string,
): DocumentParts['files'] {
  const route = routeOf(record, pattern, coachSlug);
  const files = [...new Set([record.entry, ...record.expose, ...(route?.files ?? [])])];
  return files.map((file) => ({
    href: `/remotes/${record.name}/${record.version}/${file}`,
    integrity: record.files[file]?.integrity ?? '',
  }));
}

/** Runs before anything else: no global may stand in for a container or steer its runtime, the gate for script URLs, the theme, and which header links show until the session is known. */
const firstScript = (origins: string[]) =>
  `(()=>{for(const k of Object.getOwnPropertyNames(self))if(/^(mf_|webpackChunk|rspackChunk|__(FEDERATION|VMOK|GLOBAL_LOADING_REMOTE_ENTRY)__$)/.test(k))try{delete self[k]}catch{}` +
  `const ok=new Set([location.origin,...${inlineJson(origins)}]);` +
  `self.trustedTypes?.createPolicy('default',{createScriptURL(u){const l=new URL(u,location.href);if(ok.has(l.origin)&&l.protocol!=='blob:')return u;throw new TypeError('script from '+u)},` +
  // the browser's update of the structured data: as a program this text is a syntax error
  `createScript(s){if(s.startsWith('{"@context":'))return s;throw new TypeError('inline script')}});` +
  `try{const d=document.documentElement.dataset,t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')d.theme=t;if(t==='light')document.querySelector('meta[name=theme-color]').content='${themeColors.light}';if(localStorage.getItem('${ACCESS_KEY}'))d.session='stored'}catch{}})()`;

/** Under development: the hook through which a hot update finds React (react-refresh reads it), and a reload when the shell comes back or changes. */
const developmentScript =
  `(()=>{let id=0;const renderers=new Map();globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__??={renderers,supportsFiber:true,` +
  `inject(r){renderers.set(++id,r);return id},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}};` +
  `const s=new EventSource('/_shell/changes');let open=false;s.onmessage=()=>location.reload();s.onopen=()=>{if(open)location.reload();open=true}})()`;

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

/** The whole page as HTML. */
export function printDocument({
  assets,
  nonce,
  scriptOrigins,
  development,
  head,
  html,
  boot,
  files,
}: DocumentParts): string {
  const links = files.map(({ href, integrity }) =>
    href.endsWith('.css')
      ? `<link${attributes({ rel: 'stylesheet', href, integrity, crossorigin: 'anonymous' })}>`
      : `<link${attributes({ rel: 'preload', as: 'script', href, integrity, crossorigin: 'anonymous', nonce })}>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<meta name="color-scheme" content="dark light"><meta name="theme-color" content="${themeColors.dark}">`,
    `<script nonce="${nonce}">${firstScript(scriptOrigins)}</script>`,
    ...head.map(printHead),
    '<link rel="icon" href="/favicon.ico" sizes="48x48"><link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/assets/touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    ...assets.fonts,
    ...assets.styles,
    ...links,
    ...(development ? [`<script nonce="${nonce}">${developmentScript}</script>`] : []),
    ...assets.scripts.map((script) => script.replace('<script ', `<script nonce="${nonce}" `)),
    `</head><body><div id="root">${html}</div><script type="application/json" id="${BOOT_ID}">${inlineJson(boot)}</script></body></html>`,
  ].join('');
}
