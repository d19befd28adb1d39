import type { Conversation, Message } from '@carry/contracts/own-answers/booking';
import { useCallback, useEffect, useRef, useState } from 'react';
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
 * Replaces the newest page: a message that it lacks was removed, unless it was sent while the page was read. Older pages are dropped if
 * messages in between are missing.
 */
function joinPages(before: Loaded, page: Conversation, sent: ReadonlySet<number>): Loaded {
  const { messages } = before;
  const ids = new Set(messages?.map(({ id }) => id));
  const first = page.messages[0]?.id ?? Number.POSITIVE_INFINITY;
  const isJoined = page.messages.some(({ id }) => ids.has(id));
  const kept = messages?.filter(({ id }) => (isJoined && id < first) || sent.has(id)) ?? [];
  return {
    messages: mergeMessages(kept, page.messages),
    older: isJoined ? before.older : (page.older ?? null),
  };
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
    keepNewest(getConversation(api, booking)).then(
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
