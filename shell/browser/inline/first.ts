// The first inline script of every page; it runs before any other script.

import { THEME_KEY } from '@carry/contracts/boot';
import { themeColors } from '@carry/ui/theme';
import { listStoredDrafts } from '../../universal/contract/fresh-drafts';
import { ACCESS_KEY, isToken } from '../../universal/session/tokens';
import { captureInput } from './capture-input';
import { showLocalDays } from './local-days';
import { recordMutations } from './record-mutations';
import { watchStart } from './start-failure';
import { checkSupport } from './support';

const CONTAINERS =
  /^(mf_|webpackChunk|rspackChunk|__(FEDERATION|VMOK|GLOBAL_LOADING_REMOTE_ENTRY)__$)/;
/** Start of JSON-LD structured data; run as a script, it is a syntax error, so Trusted Types may pass it. */
const STRUCTURED_DATA = '{"@context":';
const { dataset } = document.documentElement;

interface TrustedTypes {
  createPolicy(
    name: string,
    policy: Record<'createScriptURL' | 'createScript', (text: string) => string> & {
      createHTML(text: string): string | null;
    },
  ): unknown;
}

/** Deletes globals, such as elements with an id, that would clobber federation containers. */
function deleteClobberedContainers(): void {
  for (const name of Object.getOwnPropertyNames(self))
    if (CONTAINERS.test(name)) {
      try {
        delete (self as unknown as Record<string, unknown>)[name];
      } catch {
        // Globals set by markup can be deleted.
      }
    }
}

/** Trusted Types policy: scripts of this site and listed origins only. Text without `<` passes: libraries empty elements with it. */
function guardScripts(listed: string): void {
  const origins = new Set([location.origin, ...listed.split(' ')]);
  const { trustedTypes } = self as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, protocol } = new URL(url, location.href);
      if (origins.has(origin) && protocol !== 'blob:') return url;
      throw new TypeError(`script from ${url} is not allowed`);
    },
    createScript(text) {
      if (text.startsWith(STRUCTURED_DATA)) return text;
      throw new TypeError('inline script is not allowed');
    },
    createHTML: (text) => (/</.test(text) ? null : text),
  });
}

/** Loads the document of a history entry reached before hydration: browsers change only the address of an earlier document's entry. */
function loadOtherEntries(): void {
  const read = () => location.pathname + location.search;
  const loaded = read();
  addEventListener('popstate', () => {
    if (read() !== loaded && dataset['hydrated'] === undefined) location.reload();
  });
}

function restoreChoices(): void {
  const theme = localStorage.getItem(THEME_KEY);
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  if (theme === 'light')
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', themeColors.light);
  if (isToken(localStorage.getItem(ACCESS_KEY))) dataset['session'] = 'stored';
  const drafts = listStoredDrafts(localStorage, Date.now());
  if (drafts.length > 0) dataset['drafts'] = drafts.join(' ');
}

recordMutations();
deleteClobberedContainers();
const { origins = '', rendered = '' } = document.currentScript?.dataset ?? {};
guardScripts(origins);
watchStart();
loadOtherEntries();
if (checkSupport()) {
  captureInput();
  showLocalDays(Number(rendered) || Date.now());
}
try {
  restoreChoices();
} catch {
  // Storage is blocked: the page starts with defaults.
}
