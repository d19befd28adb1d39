import type { Purchase } from '@carry/contracts/answers';
import { isApiError, type ShellApi } from '@carry/contracts/shell';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { clearBookingDrafts } from '../order/draft';
import { getSuccessInfo } from './api';
import { failureWords } from './failure-words';

export type PaidBooking =
  | { kind: 'loading' }
  /** `chatName`: the chat account that the server says is linked. */
  | { kind: 'paid'; bookingId: number | string; chatName: string | null; purchase: Purchase | null }
  | { kind: 'failed'; message: string };

const POLL_MS = 1000;
/** How long an unpaid answer is taken as "the payment provider is not done yet". */
const PATIENCE_MS = 10_000;

/** The booking of a payment session, asked for again for a while when the server does not know it as paid yet. */
export function usePaidBooking(
  { api, auth, drafts }: ShellApi,
  sessionId: string | null,
): PaidBooking {
  const { status } = useStore(auth.store);
  const [state, setState] = useState<PaidBooking>({ kind: 'loading' });
  useEffect(() => {
    let current = true;
    const end = performance.now() + PATIENCE_MS;
    const fail = (message: string) => current && setState({ kind: 'failed', message });
    async function ask(id: string): Promise<void> {
      try {
        const info = await getSuccessInfo(api, id);
        if (!current) return;
        if (info.booking_id !== undefined && info.booking_id !== null) {
          clearBookingDrafts(drafts);
          setState({
            kind: 'paid',
            bookingId: info.booking_id,
            chatName: info.discord?.username ?? null,
            purchase: info.purchase ?? null,
          });
        } else if (info.error) fail(info.error);
        else if (info.status === 'pending' && performance.now() < end)
          setTimeout(() => current && void ask(id), POLL_MS);
        else fail('Failed to load booking.');
      } catch (error) {
        fail(messageOf(error));
      }
    }
    if (sessionId === null || sessionId === '') fail('Missing Stripe session_id.');
    else if (status === 'signed-out')
      fail("You're not signed in. Please log in to view your booking.");
    else if (status === 'signed-in') void ask(sessionId);
    return () => {
      current = false;
    };
  }, [api, drafts, sessionId, status]);
  return state;
}

function messageOf(error: unknown): string {
  if (!isApiError(error) || error.code !== 'http') return 'Failed to load booking.';
  return failureWords(error) ?? `Request failed (${error.status})`;
}
