import type { RouteHandle } from 'contracts/shell';
import { useEffect, useState } from 'react';
import { Outlet, useMatches, useRevalidator } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host';

/** The remote's place. A private page leaves it the moment its person goes, whatever the network does, and comes back with what its loader says then: another person's data, or the way to the login. */
export function PersonalOutlet() {
  const departures = useStore(useHost().auth.departures);
  const [settled, setSettled] = useState(departures);
  const { revalidate } = useRevalidator();
  const isPrivate = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.private);
  useEffect(() => {
    if (departures !== settled) void revalidate().then(() => setSettled(departures));
  }, [departures, settled, revalidate]);
  if (!isPrivate) return <Outlet />;
  if (departures !== settled) return <p role="status">Loading...</p>;
  return <Outlet key={departures} />;
}
