import type { RouteHandle } from '@carry/contracts/shell';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useMatches, useRevalidator } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host/host';

/** The remote's outlet. Hides a private page as soon as its user departs, and shows it again after its loader has revalidated. */
export function PersonalOutlet() {
  const departures = useStore(useHost().auth.departures);
  const matches = useMatches();
  const { revalidate } = useRevalidator();
  const { loaderData } = matches.at(-1) ?? {};
  // The departed user's data; the page stays hidden until its loader data changes.
  const [departed, setDeparted] = useState<{ departures: number; data: unknown }>({
    departures,
    data: undefined,
  });
  if (departures !== departed.departures) setDeparted({ departures, data: loaderData });
  const first = useRef(departures);
  useEffect(() => {
    if (departures !== first.current) void revalidate();
  }, [departures, revalidate]);
  if (!matches.some(({ handle }) => (handle as RouteHandle | undefined)?.private))
    return <Outlet />;
  if (loaderData !== undefined && loaderData === departed.data)
    return <p role="status">Loading...</p>;
  return <Outlet key={departures} />;
}
