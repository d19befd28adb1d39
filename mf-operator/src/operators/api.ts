import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, operators } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

export const getOperators = (api: ApiClient) =>
  read(operators, api.get('/api/operator/operators/', bearer));

/** Changes of operators need another code of the authenticator app. */
export const addOperator = async (api: ApiClient, operator: { email: string; code: string }) =>
  void (await api.post('/api/operator/operators/', operator, bearer));

export const removeOperator = (api: ApiClient, id: number, code: string) =>
  read(done, api.post(`/api/operator/operators/${id}/remove/`, { code }, bearer));

export const resetOperator = (api: ApiClient, id: number, code: string) =>
  read(done, api.post(`/api/operator/operators/${id}/reset/`, { code }, bearer));
