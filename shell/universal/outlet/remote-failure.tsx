import { Button, Card, Reference } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router-dom';
import { reloadOnce } from '../failures/reload-once';
import { RemoteError } from '../failures/remote-error';
import { useFailureTitle } from '../head/head-manager';
import { useHost } from '../host/host';
import { Drawing } from './drawing';
import styles from './outlet.module.css';
import { ServerHtml } from './remote-box';

/** Error boundary of a remote. Retry recovers without a page reload. */
export function RemoteFailure({
  owner = null,
}: {
  owner?: { name: string; version: string } | null;
}) {
  const error = useRouteError();
  useFailureTitle('Page could not be loaded');
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { composition, report, requestId } = useHost();
  const [busy, setBusy] = useState(false);
  const { state } = useNavigation();
  const isHere = useRef(false); // and not on the way to another page
  useEffect(() => {
    isHere.current = state === 'idle';
    return () => {
      isHere.current = false;
    };
  }, [state]);

  const stale = error instanceof RemoteError ? error.stale : null;
  const [reloading, setReloading] = useState(stale !== null);

  useEffect(() => report(error, owner), [error, owner, report]);
  useEffect(() => {
    if (stale) setReloading(reloadOnce(stale));
  }, [stale]);

  const retry = async () => {
    setBusy(true);
    await composition?.forget(pathname);
    const path = `${pathname}${search}${hash}`;
    if (isHere.current) await navigate(path, { replace: true, preventScrollReset: true });
    setBusy(false);
  };

  useEffect(() => {
    const again = () => void retry();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  });

  if (reloading)
    return (
      <p className={styles.pending} role="status">
        Loading...
      </p>
    );
  return (
    <>
      <Card className={styles.failure} role="alert">
        <Drawing name="cracked" />
        <h1 tabIndex={-1}>This part of the page could not be loaded</h1>
        <p>Everything else works. Please try again in a moment.</p>
        <Reference id={requestId} />
        <Button onClick={retry} busy={busy} busyLabel="Loading...">
          Retry
        </Button>
      </Card>
      <ServerHtml />
    </>
  );
}
