import { focusHeading, isApiError, type ShellApi } from '@carry/remote-kit';
import type { Purchase } from '@carry/remote-kit/answers';
import type { Receipt } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { type RefObject, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { clearOrderedDraft, pendingOrder, removeOrder } from '../order/draft';
import { failureWords, getSuccessInfo } from './api';

export type PaidBooking =
  | { kind: 'loading' }
  | {
      kind: 'paid';
      bookingId: number | string;
      chatName: string | null;
      purchase: Purchase | null;
      receipt: Receipt | null;
      /** The booking has no time, so there is no meeting. */
      isUntimed: boolean;
    }
  | {
      kind: 'ended';
      message: string;
      bookingId: number | string;
      purchase: Purchase;
      receipt: Receipt | null;
    }
  | { kind: 'failed'; message: string; canRetry: boolean }
  | { kind: 'signed-out'; message: string };

const POLL_MS = 1000;
const POLL_TIMEOUT_MS = 10_000;
const NOT_LOADED = 'Failed to load booking.';
const SIGNED_OUT = "You're not signed in. Please log in to view your booking.";

/** Draft with the payment session of a booking that was not shown yet. Its offer leads back here. */
const RETURN = 'paid';
/** Draft with the number of the last booking without a time. */
const UNTIMED = 'untimed';

const failed = (message: string, canRetry = false): PaidBooking => ({
  kind: 'failed',
  message,
  canRetry,
});

/** `opened`: payment session that a signed-in user opened. It outlives the page, which the shell mounts again after a sign-out. */
export function usePaidBooking({ api, auth, drafts }: ShellApi, opened: RefObject<string | null>) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const sessionId = search.get('session_id') || null;
  const { status } = useStore(auth.store);
  const [state, setState] = useState<PaidBooking>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    const end = performance.now() + POLL_TIMEOUT_MS;
    const kept = drafts.load(RETURN);
    // Saved once, so a failing server does not extend the draft's life. Any remote can read an offer, so it has no payment session.
    const offerReturn = () => {
      if (kept === sessionId) return;
      drafts.save(RETURN, sessionId, { path: paths.bookingSuccess, title: 'to your paid booking' });
    };
    async function poll(id: string): Promise<void> {
      const answer = await readPayment(api, id);
      if (!current) return;
      if (answer.kind === 'loading' && performance.now() < end) {
        setTimeout(() => current && void poll(id), POLL_MS);
        return;
      }
      const shown = answer.kind === 'loading' ? failed(NOT_LOADED, true) : answer;
      if (shown.kind !== 'failed' || !shown.canRetry) drafts.clear(RETURN);
      setState(withOrder(drafts, shown));
    }
    if (sessionId === null) {
      if (typeof kept === 'string')
        void navigate(`?session_id=${encodeURIComponent(kept)}`, { replace: true });
      else setState(failed('Missing Stripe session_id.'));
    } else if (status === 'signed-out') {
      if (opened.current !== sessionId) offerReturn(); // a sign-out on the page leaves no trace
      setState({ kind: 'signed-out', message: SIGNED_OUT });
    } else if (status === 'signed-in') {
      opened.current = sessionId;
      if (pendingOrder(drafts, null)) offerReturn(); // else it may be an old receipt
      setState({ kind: 'loading' });
      void poll(sessionId);
    }
    return () => {
      current = false;
    };
  }, [api, drafts, navigate, opened, sessionId, status, attempt]);
  const { kind } = state;
  useEffect(() => {
    if (attempt > 0 && kind !== 'loading') focusHeading(); // the retry button has disappeared
  }, [attempt, kind]);
  return { state, retry: () => setAttempt(attempt + 1) };
}

/** Clears the draft of a paid booking, or removes an order that has ended from it. A server that sends no purchase leaves to its order whether there is a meeting. */
function withOrder(drafts: ShellApi['drafts'], state: PaidBooking): PaidBooking {
  if (state.kind === 'ended') removeOrder(drafts, state.bookingId);
  if (state.kind !== 'paid') return state;
  const order = clearOrderedDraft(drafts, state.bookingId);
  if (state.purchase) return state;
  if (order?.service.is_hourly === false) drafts.save(UNTIMED, state.bookingId); // for a reload
  return { ...state, isUntimed: String(drafts.load(UNTIMED)) === String(state.bookingId) };
}

async function readPayment(api: ShellApi['api'], sessionId: string): Promise<PaidBooking> {
  try {
    const { booking_id, discord, error, notice, status, ...info } = await getSuccessInfo(
      api,
      sessionId,
    );
    const { purchase = null, receipt = null } = info;
    const message = error || notice;
    if (message && purchase?.booking_id !== undefined)
      return { kind: 'ended', message, bookingId: purchase.booking_id, purchase, receipt };
    if (booking_id !== undefined && booking_id !== null) {
      const chatName = discord?.username ?? null;
      const isUntimed = purchase !== null && !purchase.session_time;
      return { kind: 'paid', bookingId: booking_id, chatName, purchase, receipt, isUntimed };
    }
    if (error) return failed(error);
    return status === 'pending' ? { kind: 'loading' } : failed(NOT_LOADED, true);
  } catch (error) {
    return failed(getMessage(error), !isRefusal(error));
  }
}

/** Returns whether the same request would be refused again. */
const isRefusal = (error: unknown) =>
  isApiError(error) &&
  error.code === 'http' &&
  error.status < 500 &&
  ![401, 429].includes(error.status);

function getMessage(error: unknown): string {
  if (!isApiError(error) || error.code !== 'http') return NOT_LOADED;
  return failureWords(error) ?? `Request failed (${error.status})`;
}
