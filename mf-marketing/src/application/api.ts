import type { ApiClient } from '@carry/remote-kit';
import type { Sent } from '@carry/remote-kit/api';
import { UPLOAD_MS } from '@carry/remote-kit/limits';

export const sendApplication = (
  api: ApiClient,
  application: Sent<'POST /api/coach-applications/', 'body'>,
) => api.post('/api/coach-applications/', application, { timeoutMs: UPLOAD_MS });
