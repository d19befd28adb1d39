import { useShell } from '@carry/remote-kit';
import { formatCounted } from '@carry/remote-kit/format';
import type { Member } from '@carry/remote-kit/own-answers';
import { Button } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { useDownload } from '../console/download-button';
import { DownloadList } from '../console/download-list';
import {
  Actions,
  CardHead,
  Cards,
  EmptyState,
  EmptyText,
  Facts,
  formatMoment,
  OlderLink,
  Search,
} from '../console/parts';
import { consolePaths } from '../console/paths';
import { deleteMember, exportMember, exportMembers, lockMember, unlockMember } from './api';

export const MemberList = ({ data: members }: { data: Member[] }) => (
  <>
    <Search label="Member number or part of a name or email" />
    {members.length === 0 && (
      <EmptyState>
        <EmptyText noun="members">No members match.</EmptyText>
      </EmptyState>
    )}
    <Cards of={members} two>
      {(member) => <MemberCard member={member} />}
    </Cards>
    <OlderLink rows={members} />
    {members.length > 0 && <DownloadList read={exportMembers} noun="members" />}
  </>
);

function MemberCard({ member }: { member: Member }) {
  const { id, email, bookings, coach_id } = member;
  return (
    <>
      <CardHead>
        <strong>{email}</strong>
      </CardHead>
      <Facts
        of={[
          ['Member', id],
          ['Since', formatMoment(member.since)],
          [
            'Bookings',
            <Link key="bookings" to={`${consolePaths.bookings}?q=Member%20${id}`}>
              {formatCounted(bookings)}
            </Link>,
          ],
          ['Email', member.verified ? 'Verified' : 'Not verified'],
          ...(coach_id
            ? [
                [
                  'Coach',
                  <Link key="coach" to={consolePaths.coach(coach_id)}>
                    {coach_id}
                  </Link>,
                ] as const,
              ]
            : []),
          ...(member.locked_at ? [['Locked', formatMoment(member.locked_at)] as const] : []),
        ]}
      />
      <MemberActs member={member} />
    </>
  );
}

function MemberActs({ member: { id, email, locked_at, coach_id } }: { member: Member }) {
  const { api } = useShell();
  return (
    <Actions>
      {locked_at ? (
        <ActionButton label={`Unlock ${email}`} action={{ run: () => unlockMember(api, id) }}>
          Unlock
        </ActionButton>
      ) : (
        <ActionButton
          label={`Lock ${email}`}
          action={{
            run: () => lockMember(api, id),
            confirm: [
              `Lock ${email}?`,
              `They'll be signed out everywhere and can't log in. Booked sessions stay.${coach_id ? ' Their coach page disappears, and their pending payouts wait until you unlock them. Students with upcoming bookings get no reminders. After five minutes we email them that they can cancel for a full refund; at once if the session starts within an hour. To refund them yourself, cancel their open bookings.' : ''}`,
            ],
          }}
        >
          Lock
        </ActionButton>
      )}
      <ExportButton id={id} email={email} />
      <ActionButton
        label={`Delete ${email}`}
        danger
        action={{
          run: () => deleteMember(api, id),
          confirm: [
            `Delete the account ${email}?`,
            coach_id
              ? "This closes their coach page, and cancels the upcoming sessions they booked themselves. It doesn't work while students have open sessions with them. You can't undo it."
              : "This cancels their upcoming bookings. You can't undo it.",
            { confirm: 'Delete account', cancel: 'Keep account' },
          ],
        }}
      >
        Delete
      </ActionButton>
    </Actions>
  );
}

function ExportButton({ id, email }: Pick<Member, 'id' | 'email'>) {
  const { api } = useShell();
  const { run, busy } = useDownload({
    read: () => exportMember(api, id),
    name: `member-${id}.json`,
  });
  return (
    <Button
      variant="quiet"
      small
      busy={busy}
      aria-label={`Export ${email}`}
      onClick={() => void run()}
    >
      Export data
    </Button>
  );
}
