import { BOOKABLE_DAYS, LOCAL_DAY } from '@carry/contracts/shell';

const pad = (value: number) => `0${value}`.slice(-2);

/** Pages of the cache are at most this old. */
const MAX_AGE_MS = 3_600_000;

function dateAhead(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

/** Hides the days in the server's HTML that are not among the visitor's next days. A wrong clock is replaced by the time of the render. */
export function showLocalDays(rendered: number): void {
  const isWrong = Math.abs(Date.now() - rendered) > 2 * MAX_AGE_MS;
  const now = new Date(isWrong ? rendered : Date.now());
  const days = [];
  for (let ahead = 1; ahead <= BOOKABLE_DAYS; ahead++)
    days.push(`[${LOCAL_DAY}="${dateAhead(now, ahead)}"]`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`[${LOCAL_DAY}]:not(${days.join()}){display:none}`);
  document.adoptedStyleSheets.push(sheet);
}
