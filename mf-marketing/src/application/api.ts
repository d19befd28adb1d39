import type { ApiClient } from '@carry/remote-kit';
import type { Sent } from '@carry/remote-kit/api';

export const sendApplication = (
  api: ApiClient,
  application: Sent<'POST /api/coach-applications/', 'body'>,
) => api.post('/api/coach-applications/', application);
