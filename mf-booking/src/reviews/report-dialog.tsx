import { Form, textOf, useForm, useKeptText, useShell } from '@carry/remote-kit';
import { lengthProblem, MAX_REASON, trimText } from '@carry/remote-kit/limits';
import { Button, Dialog, SelectField, TextareaField } from '@carry/ui';
import { reportReview } from './api';
import styles from './report-dialog.module.css';

const reasons = [
  'Spam or an ad',
  'Rude or hateful',
  'Not about a real session',
  'Private information',
];
const NO_REASON = 'No reason given';

export interface ReportDialogProps {
  id: number | string;
  onReported(): void;
  onClose(): void;
}

export function ReportDialog({ id, onReported, onClose }: ReportDialogProps) {
  const { api } = useShell();
  const forget = useKeptText(`report-${id}`);
  const close = () => {
    forget();
    onClose();
  };
  const form = useForm<'reason' | 'more'>(`report-${id}`, async (values) => {
    const parts = [textOf(values, 'reason'), trimText(textOf(values, 'more'))];
    const reason = parts.filter(Boolean).join(': ') || NO_REASON;
    const long = lengthProblem(reason, MAX_REASON);
    if (long) return { errors: { more: long } };
    try {
      await reportReview(api, id, reason);
    } catch {
      return { error: "We couldn't report the review. Please try again." };
    }
    forget();
    onReported();
    return undefined;
  });
  return (
    <Dialog
      role="alertdialog"
      title="Report this review?"
      note="Only our team sees what you tell us."
      onClose={close}
    >
      <Form of={form} guarded onDiscard={forget} className={styles.form}>
        <SelectField {...form.field('reason')} label="What's wrong with it?" data-autofocus>
          <option value="">I'd rather not say</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {reason}
            </option>
          ))}
        </SelectField>
        <TextareaField {...form.field('more')} label="Anything else? (optional)" />
        <div className={styles.actions}>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy} busyLabel="Reporting...">
            Confirm
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
