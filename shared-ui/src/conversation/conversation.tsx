import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './conversation.module.css';
import { LinkedText } from './linked-text';

export interface ConversationLogProps {
  label: string;
  /** Id of the newest message; a new one is scrolled into view. */
  newest: number | string | undefined;
  children: ReactNode;
}

/** Scrolling list of messages, oldest first. */
export function ConversationLog({ label, newest, children }: ConversationLogProps) {
  const log = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = log.current;
    if (element && newest !== undefined) element.scrollTop = element.scrollHeight;
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div ref={log} className={styles.log} role="log" aria-label={label} tabIndex={0}>
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
  /** Highlights a delivered result. */
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
