import { Form, textOf, useForm, useShell, useStored } from '@carry/remote-kit';
import { lengthProblem, MAX_NAME, trimText } from '@carry/remote-kit/limits';
import type { DisplayName as Name } from '@carry/remote-kit/own-answers';
import { Button, Setting, TextField } from '@carry/ui';
import { useState } from 'react';
import { setDisplayName } from './api';
import { toFormErrors } from './refused';
import { StatusMessage } from './status-message';

export function DisplayName({ name: initial }: { name: Name }) {
  const { api } = useShell();
  const [stored, setStored] = useState(initial);
  const { name, chosen } = stored;
  const markSaved = useStored('display-name', stored);
  const form = useForm<'name'>('display-name', async (values) => {
    const name = trimText(textOf(values, 'name'));
    const long = lengthProblem(name, MAX_NAME);
    if (long) return { errors: { name: long } };
    try {
      const saved = await setDisplayName(api, name);
      markSaved();
      setStored(saved);
      return { success: `Coaches see you as ${saved.name}.` };
    } catch (failure) {
      return toFormErrors(failure, 'name');
    }
  });
  return (
    <Setting
      title="Display name"
      description="Shown to your coaches beside your bookings and messages."
    >
      <Form of={form} guarded>
        <TextField
          {...form.field('name')}
          label="Name that coaches see"
          hint={chosen ? 'Leave empty for the default.' : `Coaches see you as ${name} now.`}
          autoComplete="nickname"
          defaultValue={chosen ? name : ''}
        />
        <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Saving...">
          Save name
        </Button>
        <StatusMessage>{form.outcome.success}</StatusMessage>
      </Form>
    </Setting>
  );
}
