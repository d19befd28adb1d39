import { type ApiClient, isApiError, readRefusalCode } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { type Account, account, displayName, remindersWanted } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true };

/** Resolves to null if the server does not implement the call. */
export async function getAccount(api: ApiClient): Promise<Account | null> {
  try {
    return await read(account, api.get('/api/account/', bearer));
  } catch (error) {
    if (isApiError(error) && (error.code === 'malformed' || [404, 405, 501].includes(error.status)))
      return null;
    throw error;
  }
}

export const changeAddress = (api: ApiClient, email: string, password: string) =>
  api.post('/api/account/email/', { email, password }, bearer);

export const changePassword = (api: ApiClient, password: string, newPassword: string) =>
  api.post('/api/account/password/', { password, new_password: newPassword }, bearer);

/** An empty name restores the default. */
export const setDisplayName = (api: ApiClient, name: string) =>
  read(displayName, api.post('/api/account/display-name/', { name }, bearer));

export const signOutDevice = (api: ApiClient, id: string) =>
  api.post(`/api/account/devices/${encodeURIComponent(id)}/sign-out/`, {}, bearer);

export const signOutOtherDevices = (api: ApiClient) =>
  api.post('/api/account/sign-out-others/', {}, bearer);

/** Returns the user's data as a JSON file. It may be too large for the deadline of `get`. */
export const exportData = (api: ApiClient): Promise<Blob> =>
  api.download('/api/account/export/', bearer);

/** Throws 409 if it would cancel other bookings than shown, or refund them differently. Resolves also if the account is deleted already. */
export async function deleteAccount(
  api: ApiClient,
  password: string,
  { ending, ending_count = ending.length }: Account,
): Promise<void> {
  const seen = { ending_count, ending: ending.map(({ id, refunded }) => ({ id, refunded })) };
  try {
    await api.post('/api/account/delete/', { password, seen }, bearer);
  } catch (failure) {
    if (readRefusalCode(failure) !== 'account_deleted') throw failure; // the first response was lost
  }
}

/** Turns reminders on or off, by the session or by the token of a reminder mail. */
export const setReminders = (api: ApiClient, wanted: boolean, token?: string) =>
  read(
    remindersWanted,
    token === undefined
      ? api.post('/api/account/reminders/', { wanted }, bearer)
      : api.post('/api/reminders/', { token, wanted }),
  );
