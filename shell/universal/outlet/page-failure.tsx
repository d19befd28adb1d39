import { Button, Card } from '@carry/ui';
import { Component, type ContextType, type ReactNode, useContext, useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useFailureTitle } from '../head/head-manager';
import { HostContext } from '../host/host';
import styles from './outlet.module.css';

function ReloadCard() {
  useFailureTitle('Something went wrong');
  return (
    <main>
      <Card className={styles.failure} role="alert">
        <h1 tabIndex={-1}>Something went wrong on this page</h1>
        <p>Please reload it. If that doesn't help, try again in a moment.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Card>
    </main>
  );
}

/** Error boundary of the root route: replaces the frame when it throws. */
export function PageFailure() {
  const error = useRouteError();
  const frameFailed = useContext(HostContext)?.frameFailed;
  useEffect(() => {
    reportError(error); // the reporter finds the release in the stack
    frameFailed?.(error);
  }, [error, frameFailed]);
  return <ReloadCard />;
}

export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  static override contextType = HostContext;
  declare context: ContextType<typeof HostContext>;
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportError(error);
    this.context?.frameFailed?.(error);
  }

  override render() {
    return this.state.failed ? <ReloadCard /> : this.props.children;
  }
}
