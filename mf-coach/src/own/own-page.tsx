import { isApiError, load, type RouteHandle, type ShellApi } from '@carry/remote-kit';
import { type ComponentType, Suspense } from 'react';
import { Await, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { BookingsFailed } from '../bookings/bookings-data';
import { CoachFrame } from './coach-frame';
import { createSessionGuard, useUser } from './session';

export interface CoachPageOptions<T> {
  title: string;
  /** The data in words, such as "your hours". */
  subject: string;
  read(shell: ShellApi): Promise<T>;
  Content: ComponentType<{ data: T }>;
  Skeleton: ComponentType<{ status: string }>;
}

/** Returns the route of a page for coaches. It shows a note if the user is not a coach or the server lacks the call. */
export function coachPage<T>(
  shell: ShellApi,
  { title, subject, read, Content, Skeleton }: CoachPageOptions<T>,
) {
  const guard = createSessionGuard(shell);
  const loader = ({ request }: LoaderFunctionArgs) => {
    const offer = { path: new URL(request.url).pathname, title: `to ${subject}` };
    return load(shell, { data: guard(offer, () => read(shell).catch(nullIfUnsupported)) });
  };
  const loading = <Skeleton status={`Loading ${subject}...`} />;
  function CoachPage() {
    const { data } = useLoaderData() as { data: Promise<T | null> };
    return (
      <CoachFrame title={title}>
        <Suspense fallback={loading}>
          <Await
            resolve={data}
            errorElement={<BookingsFailed message={`Unable to load ${subject}.`} />}
          >
            {(data: T | null) => (data === null ? <NotOffered /> : <Content data={data} />)}
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
    Component: CoachPage,
    HydrateFallback: () => <CoachFrame title={title}>{loading}</CoachFrame>,
    handle,
  };
}

function NotOffered() {
  const user = useUser();
  return user?.is_coach === false ? (
    <p>This page is for coaches. It isn't available for your account.</p>
  ) : (
    <p>This page isn't available on this site.</p>
  );
}

function nullIfUnsupported(error: unknown): null {
  if (isApiError(error) && (error.code === 'malformed' || [404, 405, 501].includes(error.status)))
    return null;
  throw error;
}
