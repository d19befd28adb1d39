import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import styles from './conversation.module.css';
import { LinkedText } from './linked-text';

export interface ConversationLogProps {
  label: string;
  /** Id of the oldest message; the reader's place is kept when earlier ones are added. */
  oldest?: number | string | undefined;
  newest: number | string | undefined;
  /** True if the reader wrote the newest message: it is scrolled into view. Those of others only if the reader is at the end. */
  own?: boolean;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** Distance from the end within which the log follows new messages. */
const END_SLACK_PX = 40;

export function ConversationLog({
  label,
  oldest,
  newest,
  own = false,
  ref,
  children,
}: ConversationLogProps) {
  const log = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => log.current as HTMLElement);
  const shown = useRef({ oldest, newest });
  const view = useRef({ fromEnd: 0, isAtEnd: true });
  const measure = () => {
    if (!log.current) return;
    const { scrollHeight, scrollTop, clientHeight } = log.current;
    const fromEnd = scrollHeight - scrollTop;
    view.current = { fromEnd, isAtEnd: fromEnd - clientHeight <= END_SLACK_PX };
  };
  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const before = shown.current;
    shown.current = { oldest, newest };
    if (view.current.isAtEnd || (own && newest !== before.newest))
      element.scrollTop = element.scrollHeight;
    else if (oldest !== before.oldest)
      element.scrollTop = element.scrollHeight - view.current.fromEnd;
    measure();
  });
  return (
    <div
      ref={log}
      className={styles.log}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onScroll={measure}
    >
      {children}
    </div>
  );
}

export interface ChatMessageProps {
  author: string;
  time: string;
  /** ISO 8601. */
  dateTime: string;
  own: boolean;
  delivery?: boolean;
  text: string;
  files?: ReactNode;
  foot?: ReactNode;
}

export function ChatMessage({
  author,
  time,
  dateTime,
  own,
  delivery = false,
  text,
  files,
  foot,
}: ChatMessageProps) {
  const kind = `${own ? styles.own : ''} ${delivery ? styles.delivery : ''}`;
  return (
    <div className={`${styles.message} ${kind}`}>
      <p className={styles.about}>
        <b dir="auto">{author}</b>
        <time dateTime={dateTime}>{time}</time>
      </p>
      <div className={styles.bubble}>
        {text && (
          <p dir="auto">
            <LinkedText>{text}</LinkedText>
          </p>
        )}
        {files}
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}

export const FileList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.files} aria-label={label}>
    {children}
  </ul>
);

export interface FileItemProps {
  name: string;
  /** Size, progress or problem. */
  note: string;
  wrong?: boolean;
  children?: ReactNode;
}

export const FileItem = ({ name, note, wrong = false, children }: FileItemProps) => (
  <li className={`${styles.file} ${wrong ? styles.wrong : ''}`}>
    <bdi>{name}</bdi> <small role={wrong ? 'alert' : undefined}>{note}</small>
    {children}
  </li>
);
