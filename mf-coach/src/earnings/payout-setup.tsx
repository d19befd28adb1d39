import { isApiError, useShell } from '@carry/remote-kit';
import type { Payouts } from '@carry/remote-kit/own-answers';
import { Banner, Button, FieldError, LinkButton, SelectField, Setting } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import { openPayouts } from './api';
import styles from './earnings.module.css';

const WHEN =
  'We pay out your share 48 hours after you complete a session or deliver an order, when the refund guarantee ends. We complete sessions you leave open a day after they end.';

const WITH_PAYMENT =
  'Your share of each new payment goes straight to your Stripe account. If a student gets a refund, we take it back from there. Shares of earlier payments follow when their refund guarantee ends.';

const words = (when: string): Record<string, { description: string; button: string }> => ({
  none: {
    description: `Set up an account with Stripe to get paid. ${when}`,
    button: 'Set up payouts',
  },
  unfinished: {
    description: 'Stripe still needs some of your details.',
    button: 'Finish setup',
  },
  waiting: {
    description:
      "Stripe is checking your details or needs a few more. Payouts start as soon as that's done.",
    button: 'Check at Stripe',
  },
  active: { description: when, button: 'Open your Stripe account' },
});

/** Hint to the choice of a country, in the states that have it. */
const hints: Record<string, string> = {
  none: "You can't change it once you've sent Stripe your details.",
  unfinished: 'Picked the wrong one? Choose another country to start over.',
};

export function PayoutSetup({ payouts }: { payouts: Payouts }) {
  const { state, failure, countries, charges } = payouts;
  const [country, setCountry] = useState(payouts.country ?? '');
  const { description, button } =
    words(charges === 'destination' ? WITH_PAYMENT : WHEN)[state] ?? {};
  if (!description || !button)
    return (
      <Setting
        title="Payouts"
        description="This site doesn't pay out automatically yet. Your earnings are still counted, and you can download them."
      >
        <p className={styles.off}>We'll work out with you how you get paid.</p>
      </Setting>
    );
  return (
    <Setting title="Payouts" description={description}>
      {failure && (
        <Banner tone="danger">
          <p>Your bank returned the last payout ({failure}). Please check your bank details.</p>
        </Banner>
      )}
      {hints[state] && (
        <SelectField
          id="payout-country"
          name="country"
          label="Country of your bank account"
          hint={hints[state]}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
        >
          <option value="">Choose a country</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <ProviderLink
        key={country} // the address is for one country
        country={state === 'none' ? country : (hints[state] && country) || undefined}
      >
        {button}
      </ProviderLink>
    </Setting>
  );
}

/** Gets an address, which is valid for a few minutes, and shows it as a link. */
function ProviderLink({ country, children }: { country: string | undefined; children: string }) {
  const { api } = useShell();
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const link = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (url) link.current?.querySelector('a')?.focus();
  }, [url]);

  async function open() {
    if (country === '') return setError('Choose the country of your bank account.');
    setError(null);
    setBusy(true);
    try {
      setUrl((await openPayouts(api, country)).url);
    } catch (failure) {
      setError(
        (isApiError(failure) && failure.detail) || "We couldn't reach Stripe. Please try again.",
      );
    } finally {
      setBusy(false);
    }
  }
  if (url)
    return (
      <p ref={link} className={styles.provider}>
        <LinkButton href={url}>Continue to Stripe</LinkButton>
      </p>
    );
  return (
    <>
      <Button busy={busy} busyLabel="Connecting..." onClick={() => void open()}>
        {children}
      </Button>
      <FieldError id="payout-country" error={error} alert />
    </>
  );
}
