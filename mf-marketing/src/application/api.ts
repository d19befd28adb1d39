import type { ShellApi } from '@carry/remote-kit';
import type { Sent } from '@carry/remote-kit/api';

/** With a picture. */
const UPLOAD_MS = 60_000;

/** The token of a signed-in user proves the address. */
export const sendApplication = (
  { api, auth }: Pick<ShellApi, 'api' | 'auth'>,
  application: Sent<'POST /api/coach-applications/', 'body'>,
) =>
  api.post('/api/coach-applications/', application, {
    timeoutMs: UPLOAD_MS,
    bearer: auth.store.getState().status === 'signed-in',
  });
