import { BOOKABLE_DAYS, LOCAL_DAY } from '@carry/contracts/shell';

const pad = (value: number) => `0${value}`.slice(-2);

function dateAhead(days: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

/** Hides the days in the server's HTML that are not among the visitor's next days. */
export function showLocalDays(): void {
  const days = [];
  for (let ahead = 1; ahead <= BOOKABLE_DAYS; ahead++)
    days.push(`[${LOCAL_DAY}="${dateAhead(ahead)}"]`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`[${LOCAL_DAY}]:not(${days.join()}){display:none}`);
  document.adoptedStyleSheets.push(sheet);
}
