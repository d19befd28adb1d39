import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { operatorSession, recoveryCodes, secondFactor } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

/** Rejects with 403 if the account is not an operator. */
export const getSession = (api: ApiClient) =>
  read(operatorSession, api.get('/api/operator/session/', bearer));

/** Accepts a code of the authenticator app, or a recovery code. */
export const openSession = (api: ApiClient, code: string) =>
  read(operatorSession, api.post('/api/operator/session/', { code }, bearer));

export const endSession = (api: ApiClient) =>
  read(operatorSession, api.post('/api/operator/session/end/', {}, bearer));

export const beginSetUp = (api: ApiClient) =>
  read(secondFactor, api.post('/api/operator/second-factor/', {}, bearer));

/** Replaces all recovery codes. Accepts codes of the authenticator app only. */
export const renewRecoveryCodes = (api: ApiClient, code: string) =>
  read(recoveryCodes, api.post('/api/operator/second-factor/recovery-codes/', { code }, bearer));

export const confirmSetUp = (api: ApiClient, code: string) =>
  read(recoveryCodes, api.post('/api/operator/second-factor/confirm/', { code }, bearer));
