import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, operators } from '@carry/remote-kit/own-answers/operator';

const bearer = { bearer: true } as const;

export const getOperators = (api: ApiClient) =>
  read(operators, api.get('/api/operator/operators/', bearer));

export const addOperator = async (api: ApiClient, email: string) =>
  void (await api.post('/api/operator/operators/', { email }, bearer));

export const removeOperator = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/operators/${id}/remove/`, {}, bearer));

export const resetOperator = (api: ApiClient, id: number) =>
  read(done, api.post(`/api/operator/operators/${id}/reset/`, {}, bearer));
