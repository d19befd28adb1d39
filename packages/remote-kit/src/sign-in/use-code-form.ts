import { read, tokens } from '@carry/contracts/answers';
import { type ApiClient, isApiError } from '@carry/contracts/shell';
import { useState } from 'react';
import { textOf, useAction, useForm } from '../form';
import { useShell } from '../route/remote';
import { getDetail, NOT_SENT, requestCode, type SentCode } from './use-address-form';

const NOT_CHECKED = "We couldn't check the code. Please try again.";

export const isCompleteCode = (code: string) => /^\s*\d{3}\s*\d{3}\s*$/.test(code);

const confirmCode = (api: ApiClient, request: string, code: string) =>
  read(tokens, api.post('/api/auth/code/confirm/', { request, code }));

interface CodeFormOptions {
  sent: SentCode;
  onSent(sent: SentCode): void;
  onConfirmed(tokens: { access: string; refresh: string }): Promise<void>;
}

export function useCodeForm({ sent, onSent, onConfirmed }: CodeFormOptions) {
  const { api } = useShell();
  const [status, setStatus] = useState('');
  const form = useForm<'code'>('sign-in-code', async (values) => {
    const code = textOf(values, 'code');
    if (!isCompleteCode(code)) return { errors: { code: 'Please enter the six digits.' } };
    try {
      await onConfirmed(await confirmCode(api, sent.request, code));
      return undefined;
    } catch (failure) {
      if (isApiError(failure) && failure.status === 400 && failure.detail)
        return { errors: { code: failure.detail } };
      return { error: getDetail(failure, NOT_CHECKED) };
    }
  });
  const { run: resend, busy: resending } = useAction(async () => {
    setStatus('');
    try {
      onSent({ ...sent, request: (await requestCode(api, sent.email)).request });
      setStatus("We've sent a new code.");
    } catch (failure) {
      setStatus(getDetail(failure, NOT_SENT));
    }
  });
  return { form, status, resend, resending };
}
