import { showNotice } from './support';

const FAILED = "This page couldn't finish loading. Please reload it.";
const { dataset } = document.documentElement;

const isOwn = (file: string | undefined) => file?.startsWith(`${location.origin}/assets/`);

function giveUp(): void {
  dataset['failed'] = '';
  delete dataset['held'];
  showNotice(FAILED);
}

/** WebKit refuses script preloads under `Integrity-Policy`. A fetch fills the same cache entry, so scripts still load in parallel. */
function fetchRefused({ href, as }: HTMLLinkElement): void {
  // only its log entry matters
  if (as === 'script') fetch(href, { credentials: 'omit' }).catch(() => {});
}

/** Listens for scripts of the shell that fail to load, to parse or to start, until the page is hydrated. */
export function watchStart(): void {
  addEventListener(
    'error',
    (event) => {
      const { target, filename } = event;
      if (target instanceof HTMLLinkElement) fetchRefused(target);
      const file = target instanceof HTMLScriptElement ? target.src : filename;
      const isStarting = dataset['hydrated'] === undefined && dataset['outdated'] === undefined;
      if (isStarting && isOwn(file)) giveUp();
    },
    true,
  );
}
