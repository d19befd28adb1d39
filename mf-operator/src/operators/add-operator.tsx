import { Form, textOf, useForm, useShell, useStored } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import type { Operator } from '@carry/remote-kit/own-answers';
import { Button, Setting, TextField } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { useCodeRefusal } from '../console/refusal';
import { NEW_CODE } from '../second-factor/enter-code';
import { addOperator } from './api';

export function AddOperator({ operators }: { operators: Operator[] }) {
  const { api, notify } = useShell();
  const markSaved = useStored('add-operator', operators);
  const { revalidate } = useRevalidator();
  const refuse = useCodeRefusal();
  const form = useForm<'email' | 'code'>('add-operator', async (values) => {
    const email = textOf(values, 'email').trim();
    const code = textOf(values, 'code').trim();
    const problem = emailProblem(email);
    const errors = {
      ...(problem && { email: problem }),
      ...(!code && { code: 'Please enter a code.' }),
    };
    if (Object.keys(errors).length > 0) return { errors };
    const question = [
      `Make ${email} an operator?`,
      'They can refund payments, edit coaches, read bookings and add operators.',
    ] as const;
    if (!(await notify.confirm(...question))) return undefined;
    try {
      await addOperator(api, { email, code });
    } catch (failure) {
      return { error: refuse(failure) };
    }
    markSaved();
    await revalidate();
    notify.toast(`${email} is an operator now`);
    return undefined;
  });
  return (
    <Setting
      title="Add an operator"
      description="They need an account with a verified email. Ask them to open /operator right away: the first visit sets up the second factor. All operators get an email."
    >
      <Form of={form} guarded>
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="off"
          required
        />
        <TextField
          {...form.field('code')}
          label="Your 6-digit code"
          hint={NEW_CODE}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
        />
        <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Adding...">
          Add operator
        </Button>
      </Form>
    </Setting>
  );
}
