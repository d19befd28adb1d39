import {
  type FormState,
  isApiError,
  type Outcome,
  type RouteHandle,
  readRefusalCode,
  textOf,
  useForm,
  useShell,
} from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Button, LinkButton, PasswordField } from '@carry/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { toFormErrors } from '../account/refused';
import { type Proof, verifyEmail } from '../forms/api';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { NewPassword, type NewPasswordFields, readNewPassword } from '../forms/new-password';
import { NextStep } from '../forms/next-step';
import { useRegistration } from '../forms/registration';

type Fields = 'current' | NewPasswordFields;

const VERIFIED = 'Your email address is verified.';
const ONE_PRESS = 'Press the button to finish and log in.';
const UNCHECKED = "We couldn't check this link. Please try again.";

/** Target of a verification link. Only the button verifies, so link scanners cannot. Another browser needs the password or a new one. */
function VerifyEmail() {
  const { api, auth } = useShell();
  const { status } = useStore(auth.store);
  const [search] = useSearchParams();
  const isChange = search.has('change');
  const [setsNew, setSetsNew] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const { registration: stored, find, ignore, forget } = useRegistration();
  const registration = isChange ? null : stored;

  const verify = async (proof: Proof) => {
    const { access, refresh } = (await verifyEmail(api, search.get('token') ?? '', proof)) ?? {};
    if (access && refresh) await auth.signIn({ access, refresh });
    const isSignedIn = auth.store.getState().status === 'signed-in';
    return { success: isSignedIn ? VERIFIED : `${VERIFIED} You can now log in.` };
  };
  const form = useForm<Fields>('verify-email', async (values) => {
    const registration = isChange ? null : find();
    const proof = registration ? { registration } : readProof(values, setsNew);
    if ('errors' in proof) return proof;
    try {
      const outcome = await verify(proof);
      if (registration) forget();
      return outcome;
    } catch (failure) {
      setExpired(readRefusalCode(failure) === 'link_expired');
      if (!registration || !needsPassword(failure))
        return toFormErrors<Fields>(failure, 'current', UNCHECKED);
      ignore();
      return { errors: { current: 'Please enter your account password.' } };
    }
  });
  const { success } = form.outcome;
  const isSignedIn = status === 'signed-in';

  return (
    <FormPage
      title="Verify your email"
      form={form}
      below={
        success && isSignedIn ? (
          <NextStep />
        ) : success ? (
          <LinkButton as={Link} to={paths.login} className={styles.submit}>
            Login
          </LinkButton>
        ) : isExpired ? (
          <NewLink isChange={isChange} />
        ) : (
          !isChange &&
          !registration && (
            <Button
              variant="quiet"
              data-unknown={registration === undefined || undefined}
              onClick={() => setSetsNew(!setsNew)}
            >
              {setsNew ? 'I know my password' : 'Set a new password instead'}
            </Button>
          )
        )
      }
    >
      {!success && (
        <>
          <ProofFields
            form={form}
            registration={registration}
            instruction={getInstruction(isChange, setsNew)}
            setsNew={setsNew}
          />
          <Button type="submit" busy={form.busy} busyLabel="Verifying..." className={styles.submit}>
            Verify my email
          </Button>
        </>
      )}
    </FormPage>
  );
}

/** Login offers to send the verification email again. */
const NewLink = ({ isChange }: { isChange: boolean }) =>
  isChange ? (
    <Link to={paths.account}>Get a new link in Account</Link>
  ) : (
    <Link to={paths.login}>Log in to get a new link</Link>
  );

interface ProofFieldsProps {
  form: FormState<Fields>;
  /** Undefined before hydration: then CSS shows the fields or the sentence. */
  registration: string | null | undefined;
  instruction: string;
  setsNew: boolean;
}

function ProofFields({ form, registration, instruction, setsNew }: ProofFieldsProps) {
  const unknown = registration === undefined || undefined;
  return (
    <>
      {!registration && (
        <div className={styles.ask} data-unknown={unknown}>
          <p>{instruction}</p>
          {setsNew ? (
            <NewPassword label="New password" form={form} />
          ) : (
            <PasswordField
              {...form.field('current')}
              label="Password"
              autoComplete="current-password"
              required
            />
          )}
        </div>
      )}
      {registration !== null && (
        <p className={styles.press} data-unknown={unknown}>
          {ONE_PRESS}
        </p>
      )}
    </>
  );
}

/** True if the link belongs to another account than this browser's registration. A server without codes may mean that by any 400. */
const needsPassword = (failure: unknown) =>
  isApiError(failure) &&
  failure.status === 400 &&
  (readRefusalCode(failure) ?? 'password_required') === 'password_required';

function getInstruction(isChange: boolean, setsNew: boolean): string {
  if (isChange) return 'Enter your password to make this your new address.';
  return setsNew
    ? 'Choose a new password. The old one stops working.'
    : "Enter the password you registered with. Didn't register, or don't know it? Set a new one.";
}

type Answer<Read> = Read | { errors: NonNullable<Outcome<Fields>['errors']> };

function readProof(values: FormData, setsNew: boolean): Answer<Proof> {
  if (setsNew) return readNewProof(values);
  const password = textOf(values, 'current');
  return password ? { password } : { errors: { current: 'Password is required.' } };
}

function readNewProof(values: FormData): Answer<Proof> {
  const { password, errors } = readNewPassword(values);
  return errors ? { errors } : { new_password: password };
}

const handle: RouteHandle = {
  query: ['token', 'change'],
  head: ({ site }) => ({ title: `Verify your email | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: VerifyEmail, handle });
