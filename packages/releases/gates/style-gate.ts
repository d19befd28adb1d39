import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseRefused } from '../src/errors/errors';
import type { GateTab } from './gate-tab';

/** Compared styles of each element: not its position and size, which depend on content. */
const COMPARED = [
  'accent-color animation-name background-color background-image box-shadow box-sizing clip-path color color-scheme cursor direction display fill filter',
  'flex-direction float font-family font-feature-settings font-size font-style font-weight letter-spacing line-height list-style-type mix-blend-mode opacity',
  'outline-color outline-style outline-width overflow-x overflow-y pointer-events position stroke text-align text-decoration-line text-indent text-shadow',
  'text-transform transform user-select visibility white-space-collapse word-spacing writing-mode z-index',
  'border-top-color border-top-style border-top-width border-bottom-color border-bottom-style border-bottom-width border-left-width border-right-width',
  'border-top-left-radius border-bottom-right-radius padding-top padding-right padding-bottom padding-left margin-top margin-bottom',
].flatMap((line) => line.split(' '));

const MAX_ELEMENTS = 2000;
/** Pause before differences are checked again, for animations. */
const AGAIN_MS = 300;
/** An address without a remote: it shows the frame and the site's page. */
export const UNOWNED_PATH = '/no-page-of-any-remote';

/** Computed styles of the page as JavaScript: a list of `[element, styles]`, the tokens of the root first. */
const LOOKS = `(() => {
  for (const animation of document.getAnimations()) try { animation.finish(); } catch {}
  const names = ${JSON.stringify(COMPARED)};
  const place = (element) => {
    const steps = [];
    for (let at = element; at && at !== document.documentElement; at = at.parentElement)
      steps.unshift(at.localName + ':' + [...at.parentElement.children].indexOf(at) + '.' + at.getAttribute('class'));
    return steps.join('>');
  };
  const tokens = [...document.documentElement.computedStyleMap()]
    .filter(([name]) => name.startsWith('--')).map(([name, [value]]) => [name, String(value)]);
  const elements = [...document.querySelectorAll('html, body, body *:not(script, style, template, noscript)')];
  return [
    ['html', Object.fromEntries(tokens)],
    ...elements.slice(0, ${MAX_ELEMENTS}).map((element) => {
      const style = getComputedStyle(element);
      return [place(element) || 'html ', Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).replace(/url\\("#[^)]*\\)/g, 'url(#)')]))];
    }),
  ];
})()`;

type Looks = [element: string, looks: Record<string, string>][];

/** Navigates the page without loading a document, as JavaScript. */
const going = (pathname: string) =>
  `(history.pushState(null, '', ${JSON.stringify(pathname)}), dispatchEvent(new PopStateEvent('popstate', { state: null })))`;

/** Returns the first style difference of elements that are in both; `null`: no difference. */
export function differenceBetween(before: Looks, after: Looks): string | null {
  const looksAfter = new Map(after);
  for (const [element, looks] of before) {
    const now = looksAfter.get(element);
    for (const [name, value] of Object.entries(looks)) {
      const changed = now?.[name];
      if (changed === undefined || changed === value) continue;
      const tag = element.split('>').at(-1)?.split(':')[0];
      return `${name} of <${tag?.trim()}> is ${changed} instead of ${value}`;
    }
  }
  return null;
}

export interface StyleTrial {
  remote: string;
  ownPages: readonly { pathname: string; shown: string }[];
  /** A page of another team; absent: only the frame is compared. */
  other: string | undefined;
}

/** Compares the styles of the frame and of the open page `other` before and after a visit to the candidate's pages. Throws {@link ReleaseRefused}. */
export async function styleGate(
  { evaluate, until, settle }: GateTab,
  { remote, ownPages, other = UNOWNED_PATH }: StyleTrial,
): Promise<void> {
  const visit = async (pathname: string, shown?: string) => {
    await evaluate(going(pathname));
    if (shown) await until(shown);
    await settle();
  };
  const readLooks = async () => (await evaluate(LOOKS)) as Looks;
  const difference = async (before: Looks) => differenceBetween(before, await readLooks());

  await evaluate(going(`${UNOWNED_PATH}-either`)); // both times it is reached in the same way
  await until("!document.querySelector('[data-remote]')");
  await visit(other);
  const before = await readLooks();
  for (const { pathname, shown } of ownPages) await visit(pathname, shown);
  await visit(other);
  if (!(await difference(before))) return;
  await sleep(AGAIN_MS);
  await settle();
  const change = await difference(before);
  if (change)
    throw new ReleaseRefused(
      `${remote}: after a visit to its pages, ${other === UNOWNED_PATH ? "the site's frame" : `${other} of another team`} looks different (${change}); style only elements below a class of its own, and add no style sheet, style or property to the document by script`,
    );
}
