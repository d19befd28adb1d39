// The first program of every page, in the page itself: it runs before anything else.

import { themeColors } from '@carry/ui/theme';
import { THEME_KEY } from '../../universal/page/theme';
import { ACCESS_KEY } from '../../universal/session/tokens';
import { recordMutations } from './record-mutations';
import { watchStart } from './start-failure';
import { checkSupport } from './support';

const CONTAINERS =
  /^(mf_|webpackChunk|rspackChunk|__(FEDERATION|VMOK|GLOBAL_LOADING_REMOTE_ENTRY)__$)/;
/** How the browser's update of the structured data begins; as a program, such a text is a syntax error. */
const STRUCTURED_DATA = '{"@context":';

interface TrustedTypes {
  createPolicy(
    name: string,
    policy: Record<'createScriptURL' | 'createScript', (text: string) => string>,
  ): unknown;
}

/** No global may stand in for a container or steer the runtime that loads them. */
function forgetContainers(): void {
  for (const name of Object.getOwnPropertyNames(self))
    if (CONTAINERS.test(name)) {
      try {
        delete (self as unknown as Record<string, unknown>)[name];
      } catch {
        // it cannot be deleted: nor could it be set by markup
      }
    }
}

/** Lets scripts come from the site itself and the origins that the server lists, and from no text. */
function guardScripts(listed: string): void {
  const origins = new Set([location.origin, ...listed.split(' ')]);
  const { trustedTypes } = self as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, protocol } = new URL(url, location.href);
      if (origins.has(origin) && protocol !== 'blob:') return url;
      throw new TypeError(`script from ${url}`);
    },
    createScript(text) {
      if (text.startsWith(STRUCTURED_DATA)) return text;
      throw new TypeError('inline script');
    },
  });
}

/** The chosen theme, and which links of the header show until the session is known. */
function restoreChoices(): void {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem(THEME_KEY);
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  if (theme === 'light')
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', themeColors.light);
  if (localStorage.getItem(ACCESS_KEY)) dataset['session'] = 'stored';
}

recordMutations();
forgetContainers();
guardScripts(document.currentScript?.dataset['origins'] ?? '');
checkSupport();
watchStart();
try {
  restoreChoices();
} catch {
  // a forbidden storage: the page begins as everybody's
}
