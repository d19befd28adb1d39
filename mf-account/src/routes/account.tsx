import {
  FailureReference,
  isApiError,
  load,
  PageContent,
  type PageResult,
  ReloadFailed,
  Retry,
  type RouteHandle,
  readPage,
  SettingLink,
  type ShellApi,
} from '@carry/remote-kit';
import type { Account } from '@carry/remote-kit/own-answers';
import { paths, refusedSession } from '@carry/remote-kit/paths';
import { Banner, LinkButton, Setting } from '@carry/ui';
import { type ReactNode, Suspense } from 'react';
import { Await, Link, Navigate, redirect, useLoaderData } from 'react-router-dom';
import styles from '../account/account.module.css';
import { AccountSkeleton } from '../account/account-skeleton';
import { Address } from '../account/address';
import { getAccount } from '../account/api';
import { Delete } from '../account/delete';
import { Devices } from '../account/devices';
import { DisplayName } from '../account/display-name';
import { Export } from '../account/export';
import { NoPassword, Password } from '../account/password';
import { Reminders } from '../account/reminders';

export function route(shell: ShellApi) {
  const loader = () => {
    if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
    return load(shell, { account: readPage(shell, getAccount(shell.api)) });
  };
  return {
    loader,
    Component: AccountPage,
    HydrateFallback: () => (
      <Frame>
        <AccountSkeleton />
      </Frame>
    ),
    handle,
  };
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>
    <h1 tabIndex={-1}>Account</h1>
    {children}
  </div>
);

function AccountPage() {
  const { account } = useLoaderData() as { account: Promise<PageResult<Account | null>> };
  return (
    <Frame>
      <Suspense fallback={<AccountSkeleton />}>
        <Await resolve={account}>
          {(result: PageResult<Account | null>) => (
            <PageContent
              result={result}
              failed={(error) => <AccountFailed error={error} />}
              notice={(error) => <ReloadFailed error={error} />}
            >
              {(account) => (account ? <Sections account={account} /> : <NotOffered />)}
            </PageContent>
          )}
        </Await>
      </Suspense>
    </Frame>
  );
}

const Sections = ({ account }: { account: Account }) => (
  <>
    {account.is_operator && <Console />}
    <Address
      email={account.email}
      pending={account.pending_email ?? null}
      undelivered={account.undelivered ?? []}
      hasPassword={account.has_password !== false}
    />
    {account.display_name && <DisplayName name={account.display_name} />}
    {account.has_password === false ? (
      <NoPassword email={account.email} />
    ) : (
      <Password email={account.email} />
    )}
    <Devices devices={account.devices} />
    {account.reminders !== undefined && <Reminders enabled={account.reminders} />}
    <Export />
    <Delete account={account} />
  </>
);

const Console = () => (
  <Setting title="Operator console" description="Bookings, refunds, coaches, members and reports.">
    <LinkButton as={Link} to={paths.operator} variant="quiet">
      Open the console
    </LinkButton>
  </Setting>
);

const NotOffered = () => (
  <>
    <p>
      You can't change your account here yet. To change or delete it, please{' '}
      <SettingLink name="discordInviteUrl">contact us</SettingLink>.
    </p>
    <LinkButton as={Link} to={paths.sessions} variant="quiet">
      My Sessions
    </LinkButton>
  </>
);

function AccountFailed({ error }: { error: unknown }) {
  if (isApiError(error) && error.status === 401)
    return <Navigate to={paths.login} replace state={refusedSession} />;
  return (
    <Banner tone="danger" role="alert">
      <p>Unable to load your account.</p>
      <FailureReference error={error} />
      <Retry />
    </Banner>
  );
}

const handle: RouteHandle = {
  private: true,
  query: [],
  head: ({ site }) => ({ title: `Account | ${site.name}`, noindex: true }),
};
