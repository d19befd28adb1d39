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

/** Adds the newest page. Older pages are dropped if messages in between are missing. */
function joinPages(before: Loaded, page: Conversation): Loaded {
  const ids = new Set(before.messages?.map(({ id }) => id));
  return before.messages && page.messages.some(({ id }) => ids.has(id))
    ? { messages: mergeMessages(before.messages, page.messages), older: before.older }
    : { messages: page.messages, older: page.older ?? null };
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
    keepNewest(getConversation(api, booking)).then(
      (page) => {
        if (!page) return;
        setFailed(false);
        setLoaded((before) => joinPages(before, page));
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
    add: (message) =>
      setLoaded((before) => ({
        ...before,
        messages: mergeMessages(before.messages ?? [], [message]),
      })),
  };
}
