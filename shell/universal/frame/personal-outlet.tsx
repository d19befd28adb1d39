import type { RouteHandle } from '@carry/contracts/shell';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useMatches, useRevalidator } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host/host';

/** The remote's place. A private page leaves it the moment its person goes, whatever the network does, and comes back with what its loader says then: another person's data, or the way to the login. */
export function PersonalOutlet() {
  const departures = useStore(useHost().auth.departures);
  const matches = useMatches();
  const { revalidate } = useRevalidator();
  const { loaderData } = matches.at(-1) ?? {};
  // What the page held when its person went; it stays away for as long as it still holds that.
  const [left, setLeft] = useState<{ departures: number; held: unknown }>({
    departures,
    held: undefined,
  });
  if (departures !== left.departures) setLeft({ departures, held: loaderData });
  const first = useRef(departures);
  useEffect(() => {
    if (departures !== first.current) void revalidate();
  }, [departures, revalidate]);
  if (!matches.some(({ handle }) => (handle as RouteHandle | undefined)?.private))
    return <Outlet />;
  if (loaderData !== undefined && loaderData === left.held) return <p role="status">Loading...</p>;
  return <Outlet key={departures} />;
}
