import { isApiError, load, type RouteHandle, type ShellApi } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { type ComponentType, Suspense } from 'react';
import { Await, redirect, useLoaderData } from 'react-router-dom';
import { BookingsFailed } from '../bookings/bookings-data';
import { CoachFrame } from './coach-frame';

export interface OwnPageOptions<T> {
  title: string;
  /** What is loaded, such as "your hours". */
  what: string;
  read(shell: ShellApi): Promise<T>;
  Show: ComponentType<{ data: T }>;
  /** What has the shape of it while it loads. */
  Waiting: ComponentType<{ status: string }>;
}

/** A page of a coach about what is theirs; a server that has nothing of the kind, or a user who teaches nothing, is told so. */
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

/** What another server answers to a call that it does not know. */
function nothingThere(error: unknown): null {
  if (isApiError(error) && (error.code === 'malformed' || [404, 405, 501].includes(error.status)))
    return null;
  throw error;
}
