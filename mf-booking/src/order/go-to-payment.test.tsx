import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { goToPayment } from './go-to-payment';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
const { loadStripe, setLoadParameters, redirectToCheckout } = vi.hoisted(() => {
  const redirectToCheckout = vi.fn(async () => ({}));
  const setLoadParameters = vi.fn();
  const load = vi.fn(async () => ({ redirectToCheckout }));
  return {
    redirectToCheckout,
    setLoadParameters,
    loadStripe: Object.assign(load, { setLoadParameters }),
  };
});
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe }));

const { signal: session } = new AbortController();
const auth = { status: 'signed-in' } as const;

const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => vi.clearAllMocks());
afterAll(() => warned.mockRestore());

const pay = (settings: Record<string, string> = {}) => {
  const site = { settings: { stripePublishableKey: 'pk_test_sample', ...settings } };
  return goToPayment(
    { ...createFakeShell({ auth, site }).shell, session },
    { sessionId: 'cs_1' },
    true,
  );
};

test('redirects with a session id only', async () => {
  expect(await pay()).toBe(true);
  expect(loadStripe).toHaveBeenCalledWith('pk_test_sample');
  expect(redirectToCheckout).toHaveBeenCalledWith({ sessionId: 'cs_1' });
  expect(setLoadParameters).not.toHaveBeenCalled();
});

test('leaves with the page, although the redirect never resolves', async () => {
  redirectToCheckout.mockReturnValueOnce(new Promise(() => {}));
  const paid = pay();
  await vi.waitFor(() => expect(redirectToCheckout).toHaveBeenCalledOnce());
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(await paid).toBe(true);
});

test('does not redirect if the session ends while Stripe.js loads', async () => {
  const controller = new AbortController();
  const site = { settings: { stripePublishableKey: 'pk_test_sample' } };
  loadStripe.mockImplementationOnce(async () => {
    controller.abort();
    return { redirectToCheckout };
  });
  const shell = { ...createFakeShell({ auth, site }).shell, session: controller.signal };
  expect(await goToPayment(shell, { sessionId: 'cs_1' }, true)).toBe(false);
  expect(redirectToCheckout).not.toHaveBeenCalled();
});

test.each([
  ['no', false],
  ['False', false],
  ['off', false],
  ['yes', true],
])('loads Stripe.js with fraud signals as the owner sets them: %s', async (text, expected) => {
  await pay({ stripeAdvancedFraudSignals: text });
  expect(setLoadParameters).toHaveBeenCalledWith({ advancedFraudSignals: expected });
});

describe('a failure', () => {
  const warning = () => warned.mock.calls.flat().join(' ');

  test('names the origin of a payment page that is not allowed', async () => {
    const { shell } = createFakeShell({ auth });
    const site = { ...shell, session, leave: () => false };
    const url = 'https://pay.example/c/cs_1#secret';
    expect(await goToPayment(site, { sessionId: 'cs_1', url }, true)).toBe(false);
    expect(warning()).toContain('https://pay.example is not in REDIRECT_ORIGINS');
    expect(warning()).not.toContain('secret');
  });

  test('names the missing key', async () => {
    expect(
      await goToPayment(
        { ...createFakeShell({ auth }).shell, session },
        { sessionId: 'cs_1' },
        true,
      ),
    ).toBe(false);
    expect(warning()).toContain('stripePublishableKey');
  });

  test('has the error of Stripe.js', async () => {
    loadStripe.mockRejectedValueOnce(new Error('blocked'));
    expect(await pay()).toBe(false);
    expect(warning()).toContain('Error: blocked');
    redirectToCheckout.mockResolvedValueOnce({ error: 'No such session' });
    expect(await pay()).toBe(false);
    expect(warning()).toContain('No such session');
  });
});
