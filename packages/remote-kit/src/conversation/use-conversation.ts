import type { Conversation, Message } from '@carry/contracts/own-answers';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useShell } from '../route/remote';
import { getConversation, markRead } from './api';

export interface ConversationState {
  /** Oldest first; null until loaded. */
  messages: readonly Message[] | null;
  /** Of a service without a time, oldest first. */
  results: readonly Message[];
  failed: boolean;
  /** Newest own message that the other side has seen. */
  seen: number;
  /** Loads older messages; null at the beginning. */
  loadOlder: (() => Promise<void>) | null;
  reload(): void;
  add(message: Message): void;
}

const mergeMessages = (before: readonly Message[], more: readonly Message[]): Message[] =>
  [...new Map([...before, ...more].map((message) => [message.id, message])).values()].sort(
    (a, b) => a.id - b.id,
  );

interface Loaded {
  messages: Message[] | null;
  older: number | null;
}

interface ReadPage {
  page: Conversation;
  /** The messages of the page are before this one. */
  end: number;
}

/** Replaces the messages of a page: a missing one was removed, unless it was sent meanwhile. Drops earlier messages if there would be a gap. */
function joinPage(loaded: Loaded, { page, end }: ReadPage, sent: ReadonlySet<number>): Loaded {
  const first = page.older ?? 0;
  const before = loaded.messages ?? [];
  const isReached = before.some(({ id }) => id >= first);
  const kept = before.filter(({ id }) => (id < first ? isReached : id >= end || sent.has(id)));
  return {
    messages: mergeMessages(kept, page.messages),
    older: kept.some(({ id }) => id < first) ? loaded.older : (page.older ?? null),
  };
}

/** Calls `onPage` with the newest page, then with earlier ones down to message `last`. A failure of an earlier page ends the list. */
async function readPages(
  read: (before?: number) => Promise<Conversation>,
  last: number,
  onPage: (read: ReadPage) => void,
): Promise<void> {
  const newest = await read();
  onPage({ page: newest, end: Number.POSITIVE_INFINITY });
  try {
    for (let end = newest.older; end && end > last; ) {
      const page = await read(end);
      onPage({ page, end });
      end = page.older;
    }
  } catch {} // the messages that are shown stay; tried again with the next update
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
  const [failed, setFailed] = useState(false);
  const readUpTo = useRef(0);
  const reading = useRef<AbortController | null>(null);
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
    reading.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    reading.current = controller;
    sent.current = new Set();
    const read = (before?: number) =>
      getConversation(api, booking, { signal, ...(before && { before }) });
    readPages(read, oldest.current, (one) => {
      if (signal.aborted) return;
      setFailed(false);
      setLoaded((loaded) => joinPage(loaded, one, sent.current));
      if (one.end === Number.POSITIVE_INFINITY) note(one.page); // others lack the results and the last read message
    }).catch(() => signal.aborted || setFailed(true));
  }, [api, booking, note]);
  useEffect(() => {
    reload();
    return () => reading.current?.abort();
  }, [reload]);

  const loadOlder = async () => {
    if (older === null) return;
    const page = await getConversation(api, booking, { before: older });
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
