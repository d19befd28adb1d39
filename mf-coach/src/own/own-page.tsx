import { isApiError, load, type RouteHandle, type ShellApi } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { type ComponentType, Suspense } from 'react';
import { Await, redirect, useLoaderData } from 'react-router-dom';
import { BookingsFailed } from '../bookings/bookings-data';
import { CoachFrame } from './coach-frame';

export interface OwnPageOptions<T> {
  title: string;
  /** The data in words, such as "your hours". */
  what: string;
  read(shell: ShellApi): Promise<T>;
  Show: ComponentType<{ data: T }>;
  /** The skeleton. */
  Waiting: ComponentType<{ status: string }>;
}

/** Returns the route of a page for coaches. It shows a note if the user is not a coach or the server lacks the call. */
export function ownPage<T>(
  shell: ShellApi,
  { title, what, read, Show, Waiting }: OwnPageOptions<T>,
) {
  const loader = () => {
    if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
    return load(shell, { own: read(shell).catch(nothingThere) });
  };
  const loading = <Waiting status={`Loading ${what}...`} />;
  function OwnPage() {
    const { own } = useLoaderData() as { own: Promise<T | null> };
    return (
      <CoachFrame title={title}>
        <Suspense fallback={loading}>
          <Await resolve={own} errorElement={<BookingsFailed says={`Unable to load ${what}.`} />}>
            {(own: T | null) => (own === null ? <NotOffered /> : <Show data={own} />)}
          </Await>
        </Suspense>
      </CoachFrame>
    );
  }
  const handle: RouteHandle = {
    private: true,
    query: [],
    head: ({ site }) => ({ title: `${title} | ${site.name}`, noindex: true }),
  };
  return {
    loader,
    Component: OwnPage,
    HydrateFallback: () => <CoachFrame title={title}>{loading}</CoachFrame>,
    handle,
  };
}

const NotOffered = () => <p>This page is for coaches. It isn't available for your account.</p>;

/** Returns null if the server does not implement the call. */
function nothingThere(error: unknown): null {
  if (isApiError(error) && (error.code === 'malformed' || [404, 405, 501].includes(error.status)))
    return null;
  throw error;
}
