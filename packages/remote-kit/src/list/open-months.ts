import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';

/** Query parameter with the open months, so that Back and a link show them again. */
export const OPEN_MONTHS = 'open';
const SEPARATOR = '.';

/** Returns the open months of a query, or null, so that the page's default holds. */
export const readOpenMonths = (search: URLSearchParams): readonly string[] | null =>
  search.get(OPEN_MONTHS)?.split(SEPARATOR) ?? null;

export const printOpenMonths = (keys: readonly string[]): string => keys.join(SEPARATOR);

type Address = Pick<URL, 'pathname' | 'search'>;

/** True if two addresses differ at most in their open months: the page keeps its data and its forms. */
export function isSamePage(current: Address, next: Address): boolean {
  const bare = ({ pathname, search }: Address) => {
    const params = new URLSearchParams(search);
    params.delete(OPEN_MONTHS);
    return `${pathname}?${params}`;
  };
  return bare(current) === bare(next);
}

/** `shouldRevalidate` of a page with months: it does not load again when one opens or closes. */
export const shouldReloadMonths = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate && (currentUrl.href === nextUrl.href || !isSamePage(currentUrl, nextUrl));
