import type { Conversation, Message } from '@carry/contracts/own-answers/booking';
import type { ApiClient } from '@carry/contracts/shell';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useShell } from '../route/remote';
import { getConversation, markRead } from './api';
import { useNewest } from './use-newest';

export interface ConversationState {
  /** Oldest first; null until loaded. */
  messages: readonly Message[] | null;
  /** Delivered results of a service without a time, oldest first. */
  results: readonly Message[];
  failed: boolean;
  /** Newest own message that the other side has seen. */
  seen: number;
  /** Loads older messages; null at the beginning. */
  loadOlder: (() => Promise<void>) | null;
  reload(): void;
  /** Adds a message that was just sent. */
  add(message: Message): void;
}

/** Adds messages without duplicates, by id. */
const mergeMessages = (before: readonly Message[], more: readonly Message[]): Message[] =>
  [...new Map([...before, ...more].map((message) => [message.id, message])).values()].sort(
    (a, b) => a.id - b.id,
  );

interface Loaded {
  messages: Message[] | null;
  older: number | null;
}

/**
 * Replaces the messages that were read again: one that is missing was removed, unless it was sent meanwhile. Earlier ones that were
 * loaded meanwhile stay.
 */
function joinPages(before: Loaded, read: Conversation, sent: ReadonlySet<number>): Loaded {
  const first = read.older ? (read.messages[0]?.id ?? 0) : 0;
  const isEarlier = ({ id }: Message) => id < first;
  const kept = before.messages?.filter((one) => isEarlier(one) || sent.has(one.id)) ?? [];
  return {
    messages: mergeMessages(kept, read.messages),
    older: kept.some(isEarlier) ? before.older : (read.older ?? null),
  };
}

/** Reads the newest messages, and earlier ones down to `oldest`. */
async function readMessages(
  api: ApiClient,
  booking: number | string,
  oldest: number,
): Promise<Conversation> {
  const newest = await getConversation(api, booking);
  let { messages, older } = newest;
  while (older && older > oldest) {
    const page = await getConversation(api, booking, older);
    messages = [...page.messages, ...messages];
    older = page.older;
  }
  return { ...newest, messages, older };
}

/** Loads the messages of a booking and marks those of the other side as read while the page is visible. */
export function useConversation(
  booking: number | string,
  reader: Message['author'],
): ConversationState {
  const { api } = useShell();
  const [{ messages, older }, setLoaded] = useState<Loaded>({ messages: null, older: null });
  const [results, setResults] = useState<readonly Message[] | null>(null);
  const [seen, setSeen] = useState(0);
  const keepNewest = useNewest();
  const [failed, setFailed] = useState(false);
  const readUpTo = useRef(0);
  /** Sent since the last reload began. */
  const sent = useRef(new Set<number>());
  const oldest = useRef(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    oldest.current = messages?.[0]?.id ?? Number.POSITIVE_INFINITY;
  }, [messages]);

  const note = useCallback(
    (page: Conversation) => {
      setSeen(page.seen ?? 0);
      setResults(page.results ?? null);
      const last = page.messages.findLast(({ author }) => author !== reader)?.id ?? 0;
      if (last <= readUpTo.current || document.hidden) return;
      readUpTo.current = last;
      markRead(api, booking, last).catch(() => {
        readUpTo.current = 0; // tried again with the next update
      });
    },
    [api, booking, reader],
  );
  const reload = useCallback(() => {
    sent.current = new Set();
    keepNewest(readMessages(api, booking, oldest.current)).then(
      (page) => {
        if (!page) return;
        setFailed(false);
        setLoaded((before) => joinPages(before, page, sent.current));
        note(page);
      },
      () => setFailed(true),
    );
  }, [api, booking, note, keepNewest]);
  useEffect(reload, [reload]);

  const loadOlder = async () => {
    if (older === null) return;
    const page = await getConversation(api, booking, older);
    setLoaded((before) => ({
      messages: mergeMessages(page.messages, before.messages ?? []),
      older: page.older ?? null,
    }));
  };
  return {
    messages,
    results: results ?? messages?.filter(({ kind }) => kind === 'delivery') ?? [],
    failed,
    seen,
    loadOlder: older === null ? null : loadOlder,
    reload,
    add: (message) => {
      sent.current.add(message.id);
      setLoaded((before) => ({
        ...before,
        messages: mergeMessages(before.messages ?? [], [message]),
      }));
    },
  };
}
