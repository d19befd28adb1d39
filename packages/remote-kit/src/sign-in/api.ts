import { codeRequest, read, tokens } from '@carry/contracts/answers';
import type { ApiClient } from '@carry/contracts/shell';

export const requestCode = (api: ApiClient, email: string) =>
  read(codeRequest, api.post('/api/auth/code/', { email }));

export const confirmCode = (api: ApiClient, request: string, code: string) =>
  read(tokens, api.post('/api/auth/code/confirm/', { request, code }));
