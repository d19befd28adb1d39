import { Form, textOf, useForm, useShell, useStored } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { isTimeZone } from '@carry/remote-kit/format';
import { lengthProblem, MAX_NAME, trimText } from '@carry/remote-kit/limits';
import type { OperatorCoachRow } from '@carry/remote-kit/own-answers';
import { Button, Setting, TextField } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { useRefusal } from '../console/refusal';
import { addCoach } from './api';

type Fields = 'email' | 'name' | 'zone';

export function AddCoach({ coaches }: { coaches: OperatorCoachRow[] }) {
  const { api, notify } = useShell();
  const markSaved = useStored('add-coach', coaches);
  const { revalidate } = useRevalidator();
  const refuse = useRefusal();
  const form = useForm<Fields>('add-coach', async (values) => {
    const email = textOf(values, 'email').trim();
    const name = trimText(textOf(values, 'name'));
    const zone = textOf(values, 'zone').trim();
    const problems: [Fields, string | null | undefined][] = [
      ['email', emailProblem(email)],
      ['name', name ? lengthProblem(name, MAX_NAME) : 'Please enter a name.'],
      ['zone', isTimeZone(zone) ? undefined : 'Please enter a time zone such as Europe/Berlin.'],
    ];
    const errors = Object.fromEntries(problems.filter(([, problem]) => problem));
    if (Object.keys(errors).length > 0) return { errors };
    try {
      await addCoach(api, { email, name, time_zone: zone });
    } catch (failure) {
      return { error: refuse(failure) };
    }
    markSaved();
    await revalidate();
    notify.toast(`${name} is a coach now`);
    return undefined;
  });
  return (
    <Setting
      title="Add a coach"
      description="A member becomes a coach at once. A new address gets an email to set a password."
    >
      <Form of={form} guarded>
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="off"
          required
        />
        <TextField {...form.field('name')} label="Name" autoComplete="off" required />
        <TextField
          {...form.field('zone')}
          label="Time zone"
          hint="The coach's time zone, such as Europe/Berlin."
          autoComplete="off"
          required
        />
        <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Adding...">
          Add coach
        </Button>
      </Form>
    </Setting>
  );
}
