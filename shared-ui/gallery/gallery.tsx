import { type ReactNode, useEffect, useState } from 'react';
import {
  AverageRating,
  Banner,
  BottomSheet,
  Button,
  Card,
  Carousel,
  ChatMessage,
  Consent,
  ConversationLog,
  calendar,
  chat,
  check,
  DataTable,
  DateBlock,
  Dialog,
  Drawing,
  EventItem,
  EventList,
  FieldError,
  FieldSkeleton,
  Figures,
  FileItem,
  FileList,
  Fold,
  Icon,
  LinkButton,
  LinkedText,
  Listbox,
  NamedPortrait,
  PasswordField,
  PictureCrop,
  PictureInput,
  Portrait,
  Reference,
  SelectField,
  Setting,
  SettingSkeleton,
  SkeletonBox,
  SkeletonText,
  Stars,
  State,
  StatusPill,
  shield,
  TextareaField,
  TextField,
  TimePicker,
  ToastCard,
  UnbrokenText,
} from '../src';
import { Markdown } from '../src/text/markdown';
import styles from './gallery.module.css';

const games = ['Counter-Strike 2', 'Valorant', 'League of Legends', 'Dota 2', 'Fortnite'].map(
  (label) => ({ value: label, label }),
);
const days = ['23', '24'].map((dayOfMonth) => ({
  key: `2026-11-${dayOfMonth}`,
  label: `November ${dayOfMonth}`,
  weekday: dayOfMonth === '23' ? 'Mon' : 'Tue',
  dayOfMonth,
  times: ['15:00', '16:00'].map((label) => ({
    start: `2026-11-${dayOfMonth}T${label}:00Z`,
    label,
  })),
}));
const noop = () => {};
const SUM = '$123,456.00';
const SUMS = ['Paid', 'Refunded', 'Kept', 'Commission', 'Paid out', 'Pending', 'Tax'];
const drawing = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 180"><circle cx="120" cy="90" r="60" fill="none" stroke="#ff8a55" stroke-width="3"/></svg>')}`;

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2>{title}</h2>
    <div className={styles.row}>{children}</div>
  </section>
);

function PictureSection() {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    const canvas = new OffscreenCanvas(400, 300);
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = '#c0703a';
    context.fillRect(0, 0, 400, 300);
    setPicture(canvas.transferToImageBitmap());
  }, []);
  return (
    <Section title="Pictures">
      <PictureInput
        id="picture"
        label="Picture"
        hint="Choose a file or drop it here."
        error="Please use a JPEG, PNG, WebP or AVIF picture."
        onChoose={noop}
      />
      {picture && (
        <PictureCrop
          picture={picture}
          ratio={16 / 9}
          label="Preview"
          action="Save picture"
          busy={false}
          onSave={noop}
          onCancel={noop}
        />
      )}
    </Section>
  );
}

function TimeSection() {
  const [start, setStart] = useState('');
  return (
    <Section title="Times">
      <div className={styles.wide}>
        <TimePicker
          id="time"
          name="start"
          label="New time"
          days={days}
          value={start}
          error={start ? undefined : 'Please choose a new time.'}
          onChange={setStart}
        />
      </div>
    </Section>
  );
}

const ConversationSection = () => (
  <Section title="Conversation">
    <ConversationLog label="Messages" newest={2}>
      <ChatMessage
        author="Nova"
        time="Fri 27 Nov, 15:00"
        dateTime="2026-11-27T15:00:00Z"
        own={false}
        text="Send me a replay: https://example.com/upload."
        foot={
          <Button variant="quiet" small>
            Report
          </Button>
        }
      />
      <ChatMessage
        author="You"
        time="Fri 27 Nov, 15:05"
        dateTime="2026-11-27T15:05:00Z"
        own
        text="Here it is."
        files={
          <FileList label="Files">
            <FileItem name="match.dem" note="12.4 MB">
              <Button variant="quiet" small>
                Download
              </Button>
            </FileItem>
            <FileItem name="page.html" note="This file is of another type." wrong />
          </FileList>
        }
        foot="Seen"
      />
      <ChatMessage
        author="Nova"
        time="Sat 28 Nov, 10:00"
        dateTime="2026-11-28T10:00:00Z"
        own={false}
        delivery
        text="Your review is ready."
      />
    </ConversationLog>
    <EventList>
      <EventItem time="Fri 27 Nov, 15:00" dateTime="2026-11-27T15:00:00Z">
        Booked and paid
      </EventItem>
    </EventList>
    <p>
      <LinkedText>A link in a text: https://example.com/a?b=c.</LinkedText>
    </p>
  </Section>
);

export function Gallery() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'toast' | null>(null);
  const [unfolded, setUnfolded] = useState(true);
  const [game, setGame] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <main className={styles.page}>
      <h1>Components</h1>
      <p>Hover, focus and press them; `?theme=light` and `?theme=dark` choose the theme.</p>
      <Section title="Buttons">
        <Button>Primary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button small>Small</Button>
        <Button disabled>Disabled</Button>
        <Button busy busyLabel="Saving...">
          Busy
        </Button>
        <LinkButton href="#link">Link</LinkButton>
        <LinkButton href="#quiet" variant="quiet">
          Quiet link
        </LinkButton>
      </Section>
      <Section title="Fields">
        <TextField id="text" name="text" label="Text" hint="A short hint." />
        <TextField
          id="wrong"
          name="wrong"
          label="Wrong"
          defaultValue="x"
          error="Please enter two letters."
        />
        <TextField id="off" name="off" label="Off" disabled defaultValue="read-only" />
        <PasswordField id="secret" name="secret" label="Secret" />
        <SelectField id="select" name="select" label="Select">
          <option>One</option>
          <option>Two</option>
        </SelectField>
        <TextareaField
          id="area"
          name="area"
          label="Text area"
          error="Please fill in the details."
        />
      </Section>
      <PictureSection />
      <Section title="Listbox">
        <Listbox
          label="Game"
          placeholder="Choose a game"
          options={games}
          value={game}
          onChange={setGame}
        />
      </Section>
      <TimeSection />
      <Section title="Cards and banners">
        <Card>A card groups related content.</Card>
        <Banner tone="offer">October Offer: save 10%.</Banner>
        <Banner tone="info">Good to know.</Banner>
        <Banner tone="success">That worked.</Banner>
        <Banner tone="danger">That didn't work.</Banner>
      </Section>
      <Section title="Folds">
        <Fold title="October 2026" open={unfolded} onToggle={setUnfolded}>
          <p>Two sessions.</p>
        </Fold>
      </Section>
      <Section title="States">
        <Drawing src={drawing} width={120} height={90} />
        <State drawing={drawing}>
          <p>Nothing here yet.</p>
          <Button variant="quiet">Get started</Button>
        </State>
      </Section>
      <Section title="Carousel">
        <Carousel
          title="Three cards"
          noun="card"
          intervalMs={4000}
          dots
          slides={['One', 'Two', 'Three'].map((name) => ({
            key: name,
            content: <Card>{name}</Card>,
          }))}
        />
      </Section>
      <Section title="Portraits">
        <Portrait src="/favicon.ico" alt="Portrait of Nova" width="48" height="48" />
        <Portrait src={null} alt="" width="48" height="48" />
        <NamedPortrait src={null} name="Ada King" alt="" width="48" height="48" />
      </Section>
      <Section title="Dates and statuses">
        <DateBlock date={new Date('2026-11-23T12:00:00')} />
        <DateBlock date={null} />
        <Figures text="Starts in 3 days 11 hours" />
        <UnbrokenText>A world-class example</UnbrokenText>
        {['pending', 'confirmed', 'completed', 'cancelled'].map((status) => (
          <StatusPill key={status} status={status} />
        ))}
      </Section>
      <Section title="A table">
        <div className={styles.whole}>
          <DataTable
            caption="Revenue by coach"
            head={['Coach', 'Bookings', ...SUMS]}
            numeric
            rows={[{ key: 'coach', cells: ['Alexandra Petrova', 9876, ...SUMS.map(() => SUM)] }]}
            total={{ key: 'total', cells: ['Total', 9876, ...SUMS.map(() => SUM)] }}
          />
        </div>
      </Section>
      <Section title="A failure’s reference">
        <Reference id="k3Jd-91xPq_2" />
      </Section>
      <Section title="A setting">
        <Setting title="Email address" description="Where your confirmations and reminders go.">
          <TextField id="setting-email" name="email" label="New email" type="email" />
          <FieldError id="setting-choice" error="Please choose one." />
        </Setting>
      </Section>
      <Section title="Icons">
        {[calendar, chat, check, shield].map((path) => (
          <Icon key={path} path={path} />
        ))}
      </Section>
      <Section title="Stars">
        {[0, 1, 2.4, 3.5, 5].map((rating) => (
          <Stars key={rating} rating={rating} />
        ))}
        <p>
          <AverageRating average={4.6} count={13} />
        </p>
      </Section>
      <Section title="Skeletons">
        <div className={styles.wide}>
          <SettingSkeleton status="Loading..." description={70}>
            <p>
              <SkeletonText letters={180} />
            </p>
            <FieldSkeleton label={12} hint={30} />
            <SkeletonBox />
          </SettingSkeleton>
        </div>
      </Section>
      <Section title="Markdown">
        <Markdown>
          {
            'A **coach** with *words*, [a link](https://example.com), [a bad one](javascript:alert(1)) and\n\n- a list\n- of two'
          }
        </Markdown>
      </Section>
      <Section title="Consent">
        <Consent
          by="joining"
          terms={<a href="/terms">Terms</a>}
          privacy={<a href="/privacy">Privacy</a>}
        />
      </Section>
      <ConversationSection />
      <Section title="Over the page">
        <Button variant="quiet" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button variant="quiet" onClick={() => setOpen('sheet')}>
          Open a sheet
        </Button>
        <Button variant="quiet" onClick={() => setOpen('toast')}>
          Show a toast
        </Button>
      </Section>
      {open === 'dialog' && (
        <Dialog title="A dialog" onClose={close}>
          <p>Escape closes the dialog and restores the focus.</p>
          <Button onClick={close}>Done</Button>
        </Dialog>
      )}
      {open === 'sheet' && (
        <BottomSheet title="A sheet" onClose={close}>
          <p>Close it with Back, Escape, Close or a tap outside.</p>
        </BottomSheet>
      )}
      {open === 'toast' && (
        <ToastCard message="Saved." action={{ label: 'Undo', run: noop }} onDismiss={close} />
      )}
    </main>
  );
}
