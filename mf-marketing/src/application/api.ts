import type { ApiClient } from '@carry/remote-kit';
import type { Sent } from '@carry/remote-kit/api';

/** With a picture. */
const UPLOAD_MS = 60_000;

export const sendApplication = (
  api: ApiClient,
  application: Sent<'POST /api/coach-applications/', 'body'>,
) => api.post('/api/coach-applications/', application, { timeoutMs: UPLOAD_MS });
