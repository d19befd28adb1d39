import { Form, textOf, useForm, useShell } from '@carry/remote-kit';
import { formatCount, formatDate } from '@carry/remote-kit/format';
import type { OperatorCoachRow, WaitingEntry } from '@carry/remote-kit/own-answers';
import { Button, Card, DataTable, SelectField } from '@carry/ui';
import { useRevalidator, useSearchParams } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { EmptyState, LIST_ROWS, Note, PageLink, Search } from '../console/parts';
import { useRefusal } from '../console/refusal';
import { invite, removeAddress } from './api';
import styles from './waiting.module.css';

export interface WaitingData {
  entries: WaitingEntry[];
  coachesByGame: ReadonlyMap<string, OperatorCoachRow[]>;
}

export function WaitingLists({ data: { entries, coachesByGame } }: { data: WaitingData }) {
  const [search] = useSearchParams();
  const games = [...new Set(entries.map(({ game }) => game))].sort();
  const isPart = entries.length >= LIST_ROWS || search.has('after');
  const last = entries.at(-1);
  if (!last)
    return (
      <EmptyState>{isPart ? 'No more entries.' : 'No one is waiting for a coach.'}</EmptyState>
    );
  const isLong = [...coachesByGame.values()].some(({ length }) => length >= LIST_ROWS);
  return (
    <>
      {(isLong || search.has('q')) && (
        <Search label="Coach number or part of a name, page address or email" />
      )}
      {games.map((game, index) => (
        <WaitingList
          key={game}
          index={index}
          game={game}
          isPart={isPart}
          entries={entries.filter((entry) => entry.game === game)}
          coaches={coachesByGame.get(game) ?? []}
        />
      ))}
      {entries.length >= LIST_ROWS && (
        <PageLink cursor="after" last={`${last.game}/${last.email}`}>
          Show more entries
        </PageLink>
      )}
    </>
  );
}

export const isWaiting = ({ unsubscribed, invited_at }: WaitingEntry) =>
  !unsubscribed && !invited_at;

const day = (iso: string) => formatDate(new Date(iso), { dateStyle: 'medium' });

const getState = ({ unsubscribed, invited_at }: WaitingEntry) =>
  unsubscribed ? 'Unsubscribed' : invited_at ? `Invited ${day(invited_at)}` : 'Waiting';

function WaitingList({
  game,
  index,
  isPart,
  entries,
  coaches,
}: {
  game: string;
  index: number;
  /** Other pages have more entries. */
  isPart: boolean;
  entries: WaitingEntry[];
  coaches: OperatorCoachRow[];
}) {
  const [search] = useSearchParams();
  const name = entries[0]?.game_name ?? game;
  const waiting = entries.filter(isWaiting).length;
  return (
    <section aria-labelledby={`waiting-${game}`}>
      <Card className={styles.list}>
        <h2 id={`waiting-${game}`}>{name}</h2>
        <DataTable
          caption={`${waiting} waiting for ${name}${isPart ? ' on this page' : ''}`}
          head={['Email', 'Since', 'State', 'Action']}
          rows={entries.map((entry) => ({
            key: entry.email,
            cells: [
              ...[entry.email, day(entry.since), getState(entry)],
              <RemoveAddress key="remove" email={entry.email} />,
            ],
          }))}
        />
        {waiting > 0 &&
          (coaches.length > 0 ? (
            <Invite game={game} gameName={name} index={index} coaches={coaches} />
          ) : (
            <Note>
              {search.has('q')
                ? 'No coach of this game matches.'
                : 'No coach has this game on their page yet.'}
            </Note>
          ))}
      </Card>
    </section>
  );
}

function RemoveAddress({ email }: { email: string }) {
  const { api } = useShell();
  return (
    <ActionButton
      label={`Remove ${email}`}
      danger
      action={{
        run: () => removeAddress(api, email),
        confirm: [
          `Remove ${email}?`,
          'We delete this address from all waiting lists, even if it has unsubscribed.',
        ],
      }}
    >
      Remove
    </ActionButton>
  );
}

function Invite({
  game,
  gameName,
  index,
  coaches,
}: {
  game: string;
  gameName: string;
  index: number;
  coaches: OperatorCoachRow[];
}) {
  const { api, notify } = useShell();
  const { revalidate } = useRevalidator();
  const refuse = useRefusal();
  const form = useForm<'coach'>(`invite-${index}`, async (values) => {
    const coach = coaches.find(({ id }) => String(id) === textOf(values, 'coach'));
    if (!coach) return { errors: { coach: 'Please choose a coach.' } };
    const question = [
      `Invite everyone waiting for ${gameName} to ${coach.name}?`,
      "Each of them gets one email. You can't undo it.",
    ] as const;
    if (!(await notify.confirm(...question))) return undefined;
    try {
      const { invited, more } = await invite(api, coach.id, game);
      const sent = `${formatCount(invited)} invitation${invited === 1 ? '' : 's'} sent`;
      notify.toast(more ? `${sent}; the others follow.` : sent);
    } catch (failure) {
      return { error: refuse(failure) };
    }
    await revalidate();
    return undefined;
  });
  return (
    <Form of={form}>
      <SelectField
        {...form.field('coach')}
        label={`Coach for ${gameName}`}
        hint={
          coaches.length < LIST_ROWS
            ? 'We email everyone on this list once.'
            : `We email everyone on this list once. Showing the newest ${LIST_ROWS} coaches. Search above for others.`
        }
      >
        {coaches.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Sending...">
        Invite
      </Button>
    </Form>
  );
}
