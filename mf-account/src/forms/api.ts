import type { ApiClient } from '@carry/remote-kit';
import { mailboxProved, read, registered, signInMethods, tokens } from '@carry/remote-kit/answers';

export interface Credentials {
  email: string;
  password: string;
  verification: string;
}

export const logIn = (api: ApiClient, { email, password, verification }: Credentials) =>
  read(tokens, api.post('/api/token/', { username: email, password, recaptcha: verification }));

/** Resolves with no method on a server without the call. */
export const getSignInMethods = (api: ApiClient): Promise<readonly string[]> =>
  read(signInMethods, api.get('/api/auth/methods/')).then(
    ({ methods }) => methods,
    () => [],
  );

export const register = (api: ApiClient, { email, password, verification }: Credentials) =>
  read(
    registered,
    api.post('/api/register/', { username: email, email, password, recaptcha: verification }),
  );

export const requestPasswordReset = (
  api: ApiClient,
  { email, verification }: Omit<Credentials, 'password'>,
) => api.post('/api/auth/password-reset/', { email, recaptcha: verification });

export interface NewPassword {
  uid: string;
  token: string;
  password: string;
}

export const setNewPassword = (api: ApiClient, { uid, token, password }: NewPassword) =>
  read(
    mailboxProved,
    api.post('/api/auth/password-reset-confirm/', { uid, token, new_password: password }),
  );

/** Proves that the account belongs to the owner of the mailbox: the browser that registered, its password, or a new one. */
export type Proof = { registration: string } | { password: string } | { new_password: string };

export const verifyEmail = (api: ApiClient, token: string, proof: Proof) =>
  read(mailboxProved, api.post('/api/auth/verify-email/', { token, ...proof }));

/** Resolves to the server's sentence if mail to the address could not be delivered, else null. */
export async function resendVerification(api: ApiClient, email: string): Promise<string | null> {
  const response = await api.post('/api/auth/resend-verification/', { email });
  const { undelivered, detail } = Object(response) as { undelivered?: unknown; detail?: unknown };
  return undelivered === true && typeof detail === 'string' ? detail : null;
}
