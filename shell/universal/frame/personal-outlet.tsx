import type { RouteHandle } from '@carry/contracts/shell';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useMatches, useRevalidator } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host/host';

/** The remote's outlet. Hides a private page as soon as its user signs out or changes, and shows it again after its loader has revalidated. */
export function PersonalOutlet() {
  const accountChanges = useStore(useHost().auth.accountChanges);
  const matches = useMatches();
  const { revalidate } = useRevalidator();
  const { loaderData } = matches.at(-1) ?? {};
  // The previous user's data; the page stays hidden until its loader data changes.
  const [previous, setPrevious] = useState<{ accountChanges: number; data: unknown }>({
    accountChanges,
    data: undefined,
  });
  if (accountChanges !== previous.accountChanges) setPrevious({ accountChanges, data: loaderData });
  const first = useRef(accountChanges);
  useEffect(() => {
    if (accountChanges !== first.current) void revalidate();
  }, [accountChanges, revalidate]);
  if (!matches.some(({ handle }) => (handle as RouteHandle | undefined)?.private))
    return <Outlet />;
  if (loaderData !== undefined && loaderData === previous.data)
    return <p role="status">Loading...</p>;
  return <Outlet key={accountChanges} />;
}
