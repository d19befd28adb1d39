import {
  Form,
  isApiError,
  type Outcome,
  useAction,
  useCopy,
  useForm,
  useShell,
  useUnsavedChanges,
} from '@carry/remote-kit';
import { formatDate } from '@carry/remote-kit/format';
import { lengthProblem, MAX_CALENDAR_URL } from '@carry/remote-kit/limits';
import type { CoachCalendar } from '@carry/remote-kit/own-answers';
import { Button, copy as copyIcon, Icon, Setting, TextField } from '@carry/ui';
import { useState } from 'react';
import { renewFeed, setCalendar } from './api';
import styles from './calendar.module.css';

const getDetail = (failure: unknown) =>
  (isApiError(failure) && failure.detail) || 'Please try again.';

function addressProblem(url: string): string | undefined {
  if (!url) return 'Paste the address of your calendar.';
  return /^(http|webcal)s?:\/\//i.test(url)
    ? lengthProblem(url, MAX_CALENDAR_URL)
    : 'Enter a link that starts with https://.';
}

/** Calendar addresses in both directions. They are saved at once, apart from the hours. */
export function Calendars({ data }: { data: CoachCalendar }) {
  const [calendar, setState] = useState(data);
  return (
    <div className={styles.calendars}>
      <BusyCalendar calendar={calendar} onChange={setState} />
      <Feed url={calendar.feed_url} onChange={setState} />
    </div>
  );
}

interface Changeable {
  onChange(calendar: CoachCalendar): void;
}

function BusyCalendar({ calendar: { busy }, onChange }: Changeable & { calendar: CoachCalendar }) {
  const { api, notify } = useShell();
  const stored = busy?.url ?? '';
  const [draft, setDraft] = useState<string | null>(null);
  const url = draft ?? stored;
  useUnsavedChanges(url.trim() !== stored);
  const store = async (next: string | null) => {
    const saved = await setCalendar(api, next);
    onChange(saved);
    setDraft(null);
    if (!saved.busy?.problem) notify.toast(next ? 'Calendar connected.' : 'Calendar removed.');
  };
  const form = useForm<'address'>('busy-calendar', async () => {
    const address = addressProblem(url.trim());
    if (address) return { errors: { address } };
    return store(url.trim()).then(
      () => undefined,
      (failure: unknown): Outcome<'address'> =>
        isApiError(failure) && failure.status === 400
          ? { errors: { address: getDetail(failure) } }
          : {
              error:
                (isApiError(failure) && failure.detail) ||
                "We couldn't connect your calendar. Please try again.",
            },
    );
  });
  const remove = useAction(() =>
    store(null).then(form.clear, (failure: unknown) =>
      notify.alert("We couldn't remove the calendar.", getDetail(failure)),
    ),
  );
  const { error = busy?.problem ?? undefined, ...field } = form.field('address');
  return (
    <Setting
      title="Your own calendar"
      description="Events in your calendar block those times here. We read it every 10 minutes and store only when you're busy. In Google Calendar, it's the “Secret address in iCal format”."
    >
      <Form of={form}>
        <TextField
          {...field}
          label="Calendar address"
          type="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          error={error}
          alert
          onChange={({ target }) => setDraft(target.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Reading...">
            {busy && url.trim() === busy.url ? 'Read again' : 'Connect'}
          </Button>
          {busy && (
            <Button
              variant="quiet"
              busy={remove.busy}
              busyLabel="Removing..."
              onClick={() => void remove.run()}
            >
              Remove
            </Button>
          )}
        </div>
        <p role="status" className={styles.state}>
          {busy?.read_at &&
            `${busy.times} busy time${busy.times === 1 ? '' : 's'}, read ${formatDate(new Date(busy.read_at), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })}.`}
        </p>
      </Form>
    </Setting>
  );
}

function Feed({ url, onChange }: Changeable & { url: string }) {
  const { api, notify } = useShell();
  const { copy, status } = useCopy(url);
  const renew = useAction(async () => {
    const isSure = await notify.confirm('Get a new address?', 'The old one stops working.');
    if (!isSure) return;
    try {
      onChange(await renewFeed(api));
      notify.toast('Your calendar has a new address.');
    } catch (failure) {
      await notify.alert("We couldn't change the address.", getDetail(failure));
    }
  });
  return (
    <Setting
      title="Sessions in your calendar"
      description="Subscribe to this address, and all your sessions show up in your calendar. Keep it secret: anyone who has it sees your times."
    >
      <TextField id="feed-address" name="feed-address" label="Address" readOnly value={url} />
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={copy}>
          <Icon path={copyIcon} /> Copy
        </Button>
        <Button variant="quiet" busy={renew.busy} onClick={() => void renew.run()}>
          New address
        </Button>
      </div>
      <p role="status" className={styles.state}>
        {status}
      </p>
      <p className={styles.state}>Calendars look for changes every few hours.</p>
    </Setting>
  );
}
