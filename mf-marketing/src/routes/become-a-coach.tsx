import {
  browserZone,
  type FieldWiring,
  Form,
  isApiError,
  load,
  type RouteHandle,
  type ShellApi,
  textOf,
  useForm,
  useShell,
  useUnsavedChanges,
} from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import {
  lengthProblem,
  MAX_APPLICANT_RANK,
  MAX_DETAILS,
  MAX_LINKS,
  MAX_NAME,
  trimText,
} from '@carry/remote-kit/limits';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import {
  Button,
  Card,
  LinkButton,
  readBase64,
  SelectField,
  TextareaField,
  TextField,
} from '@carry/ui';
import { type ReactNode, Suspense } from 'react';
import { Await, Link, useLoaderData } from 'react-router-dom';
import { useSession } from '../account/use-session';
import { sendApplication } from '../application/api';
import styles from '../application/application.module.css';
import { ProofPicture } from '../application/proof-picture';
import {
  FIELDS,
  type Field,
  useApplicationDraft,
  type Values,
} from '../application/use-application-draft';
import { canApply, getDirectory } from '../directory/api';
import { games } from '../games/games';

const title = 'Become a coach';
const lead =
  'Coach the game you know best. Set your own prices and hours, and get paid per session.';

const limits = { name: MAX_NAME, rank: MAX_APPLICANT_RANK, links: MAX_LINKS, about: MAX_DETAILS };
const missing = {
  name: 'Please enter your name.',
  game: 'Please choose a game.',
  rank: 'Please enter your rank or results.',
  links: 'Please add at least one link that backs it up.',
  about: 'Please tell us how you coach.',
};

function validate(values: Values): Partial<Values> {
  const findProblem = (field: Field) => {
    if (field === 'email') return emailProblem(values.email);
    const value = trimText(values[field]);
    if (!value) return missing[field];
    return field === 'game' ? null : lengthProblem(value, limits[field]);
  };
  const problems = FIELDS.flatMap((field) => {
    const problem = findProblem(field);
    return problem ? [[field, problem] as const] : [];
  });
  return Object.fromEntries(problems);
}

const focusOn = (element: HTMLElement | null) => element?.focus();

const SIGNED_OUT =
  "You've been signed out. Log in again, or send your application without an account.";
const CLOSED = "You can't apply here yet. Please contact us instead.";

function describeFailure(failure: unknown): string {
  const { status, detail } = isApiError(failure) ? failure : {};
  if (status === 401) return SIGNED_OUT;
  return status === 404 ? CLOSED : detail || "That didn't work. Please try again.";
}

function BecomeCoach() {
  const { isOpen } = useLoaderData() as { isOpen: boolean | Promise<boolean> };
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      <Suspense fallback={<p role="status">Loading...</p>}>
        <Await resolve={isOpen}>
          {(isOpen: boolean) => (isOpen ? <Application /> : <Closed />)}
        </Await>
      </Suspense>
    </div>
  );
}

const Closed = () => (
  <>
    <p className={styles.lead}>{CLOSED}</p>
    <LinkButton as={Link} to={paths.home} variant="quiet">
      Back to Home
    </LinkButton>
  </>
);

function Application() {
  const shell = useShell();
  const draft = useApplicationDraft();
  const { proof, setProof } = draft;
  useUnsavedChanges(proof !== null); // a file is in no draft
  const form = useForm<Field>('become-coach', async (input) => {
    const values: Values = {
      name: textOf(input, 'name').trim(),
      email: textOf(input, 'email').trim(),
      game: textOf(input, 'game'),
      rank: textOf(input, 'rank').trim(),
      links: textOf(input, 'links').trim(),
      about: textOf(input, 'about').trim(),
    };
    const errors = validate(values);
    if (Object.keys(errors).length > 0) return { errors };
    try {
      const picture = proof && (await readBase64(proof));
      const application = { ...values, time_zone: browserZone() };
      await sendApplication(shell, { ...application, ...(picture && { picture }) });
      draft.clear();
      return { success: "Thanks! We'll look at your application and email you." };
    } catch (failure) {
      return { error: describeFailure(failure) };
    }
  });
  const wire = (name: Field) => ({
    ...form.field(name),
    value: draft.values[name],
    onChange: ({ target }: { target: { value: string } }) => draft.change(name, target.value),
  });
  return (
    <>
      <p className={styles.lead}>{lead}</p>
      <Card className={styles.card}>
        {form.outcome.success ? (
          <p ref={focusOn} role="status" tabIndex={-1}>
            {form.outcome.success}
          </p>
        ) : (
          <Form of={form}>
            <Fields field={wire}>
              <ProofPicture picture={proof} onChange={setProof} />
            </Fields>
            <Button type="submit" busy={form.busy} busyLabel="Sending...">
              Send application
            </Button>
            <p className={styles.consent}>
              We only use this to review your application.{' '}
              {hasText(shell.site, 'privacy') && <Link to={paths.privacy}>Privacy</Link>}
            </p>
          </Form>
        )}
      </Card>
    </>
  );
}

interface FieldsProps {
  /** Returns the props of a field: its value and how it is connected to the form. */
  field(name: Field): FieldWiring & {
    value: string;
    onChange(event: { target: { value: string } }): void;
  };
  children: ReactNode;
}

const EmailField = ({ field }: Pick<FieldsProps, 'field'>) => {
  const { status } = useSession();
  return (
    <TextField
      {...field('email')}
      label="Your email"
      hint={
        status === 'signed-in'
          ? 'Use the email of your account.'
          : 'Have an account? Log in first and use its email.'
      }
      type="email"
      autoComplete="email"
      required
    />
  );
};

const Fields = ({ field, children }: FieldsProps) => (
  <>
    <TextField {...field('name')} label="Name that students see" autoComplete="nickname" required />
    <EmailField field={field} />
    <SelectField {...field('game')} label="Game" required>
      <option value="" disabled>
        Choose a game
      </option>
      {games.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
    <TextField
      {...field('rank')}
      label="Rank and results"
      hint="Your peak rank, teams or tournaments."
      required
    />
    <TextareaField
      {...field('links')}
      label="Proof"
      hint="Links to your profile, results or clips, one per line."
      required
    />
    {children}
    <TextareaField
      {...field('about')}
      label="How you coach"
      hint="Students read this on your page. You can change it later."
      required
    />
  </>
);

const handle: RouteHandle<{ isOpen?: boolean }> = {
  query: [],
  head: ({ site, data }) => ({
    title: `${title} | ${site.name}`,
    description: lead,
    ...(data?.isOpen === false && { noindex: true }),
  }),
};

export const route = (shell: ShellApi) => ({
  Component: BecomeCoach,
  handle,
  HydrateFallback: () => (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p role="status">Loading...</p>
    </div>
  ),
  loader: () =>
    load(shell, {
      isOpen: getDirectory(shell, 'sort=rating').then(canApply, () => true), // the form reports the failure
    }),
});
