import { codeRequest, read } from '@carry/contracts/answers';
import { emailProblem } from '@carry/contracts/email';
import { type ApiClient, isApiError } from '@carry/contracts/shell';
import { textOf, useForm } from '../form';
import { useShell } from '../route/remote';

export interface SentCode {
  /** Only the browser that asked for the code has it. */
  request: string;
  email: string;
}

export const NOT_SENT = "We couldn't send the code. Please try again.";
export const getDetail = (failure: unknown, otherwise: string) =>
  (isApiError(failure) && failure.code === 'http' && failure.detail) || otherwise;

export const requestCode = (api: ApiClient, email: string) =>
  read(codeRequest, api.post('/api/auth/code/', { email }));

/** Form with the field `email`, to which it mails a sign-in code. */
export function useAddressForm(onSent: (sent: SentCode) => void) {
  const { api } = useShell();
  return useForm<'email'>('sign-in', async (values) => {
    const email = textOf(values, 'email').trim();
    const wrong = emailProblem(email);
    if (wrong) return { errors: { email: wrong } };
    try {
      onSent({ email, request: (await requestCode(api, email)).request });
      return undefined;
    } catch (failure) {
      return { error: getDetail(failure, NOT_SENT) };
    }
  });
}
