import { hasUnsavedChanges, isApiError, type ShellApi } from '@carry/contracts/shell';
import { Banner } from '@carry/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { focusHeading } from '../browser/focus';
import { FailureReference } from './failure-reference';
import { Retry } from './retry';

/** Data of a page, or why there is none. `unsaved`: the page had unsaved changes when its call failed. */
export type PageResult<T> = { data: T } | { error: unknown; unsaved: boolean };

/** Resolves with the result of a page's call for {@link PageContent}. On the server it rejects, and the browser tries again. */
export async function readPage<T>(
  shell: Pick<ShellApi, 'rendering'>,
  call: Promise<T>,
): Promise<PageResult<T>> {
  try {
    return { data: await call };
  } catch (error) {
    if (shell.rendering === 'server') throw error;
    return { error, unsaved: hasUnsavedChanges() };
  }
}

export interface PageContentProps<T> {
  result: PageResult<T>;
  /** Shown instead of the page. */
  failed(error: unknown): ReactNode;
  /** Shown above a page that stays. */
  notice(error: unknown): ReactNode;
  children(data: T): ReactNode;
}

/** Shows a page's data. A page with unsaved changes stays when it could not be loaded again. */
export function PageContent<T>({ result, failed, notice, children }: PageContentProps<T>) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [shown, setShown] = useState<{
    result: PageResult<T>;
    address: string;
    kept: { data: T } | null;
  }>({ result, address, kept: 'data' in result ? result : null });
  let { kept } = shown;
  if (shown.result !== result || shown.address !== address) {
    const stays = 'error' in result && result.unsaved && shown.address === address;
    if (!stays) kept = 'data' in result ? result : null;
    setShown({ result, address, kept });
  }
  if (!kept) return 'error' in result && failed(result.error);
  return (
    <>
      {'error' in result && notice(result.error)}
      {children(kept.data)}
    </>
  );
}

/** Notice above a page that could not be loaded again. After a 401, the frame offers a login instead. */
export function ReloadFailed({ error }: { error: unknown }) {
  useEffect(() => focusHeading, []); // the retry button disappears with the notice
  if (isApiError(error) && error.status === 401) return null;
  return (
    <Banner tone="danger" role="alert">
      <p>We couldn't refresh this page. What you typed is still here.</p>
      <FailureReference error={error} />
      <Retry />
    </Banner>
  );
}
