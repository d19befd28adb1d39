import { Form, textOf, useForm } from '@carry/remote-kit';
import { Button, TextField } from '@carry/ui';
import { Actions } from '../console/parts';
import { getRefusal } from '../console/refusal';

interface CodeFormProps {
  /** Unique on the page. */
  id?: string;
  label: string;
  hint?: string;
  action: string;
  variant?: 'primary' | 'quiet' | 'danger';
  send(code: string): Promise<void>;
  onCancel?(): void;
}

export function CodeForm({
  id = 'second-factor',
  label,
  hint,
  action,
  variant = 'primary',
  send,
  onCancel,
}: CodeFormProps) {
  const form = useForm<'code'>(id, async (values) => {
    const code = textOf(values, 'code').trim();
    if (!code) return { errors: { code: 'Please enter a code.' } };
    try {
      await send(code);
      return undefined;
    } catch (failure) {
      return { error: getRefusal(failure), about: ['code'] };
    }
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field('code')}
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        data-autofocus // in a dialog
        spellCheck={false}
        required
      />
      <Actions>
        <Button type="submit" variant={variant} busy={form.busy} busyLabel="Checking...">
          {action}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Actions>
    </Form>
  );
}
