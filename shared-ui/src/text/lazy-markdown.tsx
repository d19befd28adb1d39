import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useIsClientRender } from '../hydration/use-is-client-render';
import type { Markdown, MarkdownProps } from './markdown';
import styles from './markdown.module.css';
import { PlainText } from './plain-text';

/** Resolves with the next press, key or `online` event, when a retry makes sense. */
const waitForRetry = () =>
  new Promise<void>((resolve) => {
    const controller = new AbortController();
    const end = () => {
      controller.abort();
      resolve();
    };
    for (const event of ['pointerdown', 'keydown', 'online'])
      addEventListener(event, end, { signal: controller.signal });
  });

const onServer = typeof document === 'undefined';

let loaded: typeof Markdown | null = null;
const importRenderer = () =>
  import('./markdown').then(({ Markdown }) => {
    loaded = Markdown;
    return Markdown;
  });

/** Retries until the renderer is loaded; the server's HTML or plain text stays, because other content would not match. */
const loadRenderer = (): Promise<{ default: ComponentType<MarkdownProps> }> =>
  importRenderer().then(
    (Markdown) => ({ default: Markdown }),
    () => (onServer ? { default: PlainText } : waitForRetry().then(loadRenderer)),
  );
const Renderer = lazy(loadRenderer);

/** Resolves when the renderer is loaded or has failed to load. Await it in a loader to avoid a flash of plain text. */
export const markdownReady = (): Promise<void> =>
  importRenderer().then(
    () => {},
    () => {},
  );

class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? this.props.fallback : this.props.children);
}

/** Markdown with a lazy renderer: plain text, or the server's HTML, until it is loaded. Retries a failed load. */
export function LazyMarkdown(props: MarkdownProps) {
  const isNew = useIsClientRender();
  const [serverText, setServerText] = useState(isNew || onServer ? null : props.children);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current?.querySelector(`.${styles.plain}`)) setServerText(null); // the server had no renderer
  }, []);
  if (serverText !== null && serverText !== props.children) setServerText(null); // the server's HTML is lost from here on
  if (serverText === null) return <Rendered {...props} />;
  // The server's HTML is this text, rendered; suppress the mismatch.
  return (
    <div ref={place} className={styles.text} suppressHydrationWarning>
      {props.children}
    </div>
  );
}

function Rendered(props: MarkdownProps) {
  const [Shown] = useState(() => loaded ?? Renderer);
  const plain = <PlainText>{props.children}</PlainText>;
  return (
    <div className={styles.text}>
      <Boundary key={props.children} fallback={plain}>
        <Suspense fallback={plain}>
          <Shown {...props} />
        </Suspense>
      </Boundary>
    </div>
  );
}
