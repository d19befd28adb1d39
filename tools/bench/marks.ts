import type { Origins } from './both-ways';

export type Site = keyof Origins | 'bare';

/** Times since the start of the navigation, in ms; NaN if it did not happen. */
export interface Marks {
  fcp: number;
  lcp: number;
  hydrated: number;
  days: number;
  tapped: number;
  opened: number;
}

/** The single-page app responds as soon as it has rendered; the composed site sets a mark. */
export const HYDRATED: Record<Site, string> = {
  composed: 'html[data-hydrated]',
  bare: 'html[data-hydrated]',
  spa: 'main h1',
};

/** Runs in the page: records the frame in which a state is first there. */
export function observe(hydrated: string): void {
  const marks: Partial<Marks> = {};
  Object.assign(globalThis, { marks });
  const tap = ({ timeStamp }: Event) => {
    marks.tapped ??= timeStamp;
  };
  addEventListener('pointerdown', tap, true);
  const hasDays = () =>
    [...document.querySelectorAll('main button[aria-expanded]')].some(
      (day) => /\d times?$/.test(day.textContent ?? '') && day.checkVisibility(),
    );
  const hasMenu = () =>
    [...document.querySelectorAll('header [class*="menu"] a')].some((link) =>
      link.checkVisibility(),
    );
  const look = (now: number) => {
    if (document.querySelector(hydrated)) marks.hydrated ??= now;
    if (marks.days === undefined && hasDays()) marks.days = now;
    if (marks.tapped && marks.opened === undefined && hasMenu()) marks.opened = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
