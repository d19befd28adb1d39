import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { auditEntries } from '@carry/remote-kit/own-answers';

export const getRecord = (api: ApiClient, query: string) =>
  read(auditEntries, api.get(`/api/operator/audit/?${query}`, { bearer: true }));

export const exportRecord = (api: ApiClient): Promise<Blob> =>
  api.download('/api/operator/audit/export/', { bearer: true });
