import { isApiError, type ShellApi } from '@carry/remote-kit';
import type { Purchase } from '@carry/remote-kit/answers';
import type { Receipt } from '@carry/remote-kit/own-answers/receipt';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { clearOrderedDraft } from '../order/draft';
import { getSuccessInfo } from './api';
import { failureWords } from './failure-words';

export type PaidBooking =
  | { kind: 'loading' }
  | {
      kind: 'paid';
      bookingId: number | string;
      chatName: string | null;
      purchase: Purchase | null;
      receipt: Receipt | null;
    }
  | {
      kind: 'ended';
      message: string;
      bookingId: number | string;
      purchase: Purchase;
      receipt: Receipt | null;
    }
  | { kind: 'failed'; message: string };

const POLL_MS = 1000;
const POLL_TIMEOUT_MS = 10_000;
const NOT_LOADED = 'Failed to load booking.';

const failed = (message: string): PaidBooking => ({ kind: 'failed', message });

export function usePaidBooking(
  { api, auth, drafts }: ShellApi,
  sessionId: string | null,
): PaidBooking {
  const { status } = useStore(auth.store);
  const [state, setState] = useState<PaidBooking>({ kind: 'loading' });
  useEffect(() => {
    let current = true;
    const end = performance.now() + POLL_TIMEOUT_MS;
    async function poll(id: string): Promise<void> {
      const answer = await readPayment(api, id);
      if (!current) return;
      if (answer.kind === 'loading' && performance.now() < end) {
        setTimeout(() => current && void poll(id), POLL_MS);
        return;
      }
      if (answer.kind === 'paid') clearOrderedDraft(drafts, answer.bookingId);
      setState(answer.kind === 'loading' ? failed(NOT_LOADED) : answer);
    }
    if (sessionId === null || sessionId === '') setState(failed('Missing Stripe session_id.'));
    else if (status === 'signed-out')
      setState(failed("You're not signed in. Please log in to view your booking."));
    else if (status === 'signed-in') void poll(sessionId);
    return () => {
      current = false;
    };
  }, [api, drafts, sessionId, status]);
  return state;
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
      return { kind: 'paid', bookingId: booking_id, chatName, purchase, receipt };
    }
    if (error) return failed(error);
    return status === 'pending' ? { kind: 'loading' } : failed(NOT_LOADED);
  } catch (error) {
    return failed(messageOf(error));
  }
}

function messageOf(error: unknown): string {
  if (!isApiError(error) || error.code !== 'http') return NOT_LOADED;
  return failureWords(error) ?? `Request failed (${error.status})`;
}
