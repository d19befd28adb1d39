import { Form, textOf, useForm, useShell } from '@carry/remote-kit';
import { lengthProblem, MAX_REASON, trimText } from '@carry/remote-kit/limits';
import { Button, TextareaField } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { Actions } from './parts';
import { isConflict, useRefusal } from './refusal';

interface ReasonFormProps {
  id: number;
  label: string;
  hint: string;
  /** Name of the action, such as "Hide review". */
  action: string;
  required: boolean;
  run(reason: string): Promise<{ detail: string }>;
  onClose(): void;
}

export function ReasonForm({ id, label, hint, action, required, run, onClose }: ReasonFormProps) {
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  const refuse = useRefusal();
  const form = useForm<'reason'>(`reason-${id}`, async (values) => {
    const reason = trimText(textOf(values, 'reason'));
    if (required && !reason) return { errors: { reason: 'Please enter a reason.' } };
    const long = lengthProblem(reason, MAX_REASON);
    if (long) return { errors: { reason: long } };
    try {
      notify.toast((await run(reason)).detail);
    } catch (failure) {
      if (!isConflict(failure)) return { error: refuse(failure) };
      await notify.alert(refuse(failure)); // this form may leave with its card
      await revalidate();
      return undefined;
    }
    onClose();
    await revalidate();
    return undefined;
  });
  return (
    <Form of={form} guarded>
      <TextareaField {...form.field('reason')} label={label} hint={hint} required={required} />
      <Actions>
        <Button type="submit" variant="danger" busy={form.busy} busyLabel="Sending...">
          {action}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </Form>
  );
}
