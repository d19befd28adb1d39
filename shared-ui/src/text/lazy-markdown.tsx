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
import type { Markdown, MarkdownProps } from './markdown';
import styles from './markdown.module.css';
import { PlainText } from './plain-text';
import { useIsNew } from './use-is-new';

/** The next thing that a person does, or the network's return: then it is worth another try. */
const nextChance = () =>
  new Promise<void>((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      waiting.abort();
      resolve();
    };
    for (const event of ['pointerdown', 'keydown', 'online'])
      addEventListener(event, end, { signal: waiting.signal });
  });

const onServer = typeof document === 'undefined';

/** The renderer, once it is there. */
let loaded: typeof Markdown | null = null;
const askForRenderer = () =>
  import('./markdown').then(({ Markdown }) => {
    loaded = Markdown;
    return Markdown;
  });

/**
 * Until the renderer can be had, what is there stays: the server's HTML, or the plain text. Anything else would not be what the server rendered.
 * A server that has none sends the plain text.
 */
const loadRenderer = (): Promise<{ default: ComponentType<MarkdownProps> }> =>
  askForRenderer().then(
    (Markdown) => ({ default: Markdown }),
    () => (onServer ? { default: PlainText } : nextChance().then(loadRenderer)),
  );
const Renderer = lazy(loadRenderer);

/** Resolves once the renderer is there or cannot be had: a text that is drawn after it is drawn at once as it is meant. */
export const markdownReady = (): Promise<void> =>
  askForRenderer().then(
    () => {},
    () => {},
  );

/** Keeps what goes wrong with a text to its own place. */
class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? this.props.fallback : this.props.children);
}

/**
 * Markdown whose renderer comes when it is needed; until then, and where it fails, its source as plain text. A lost renderer is asked for again.
 * What a server has rendered stays as it stands, and no renderer comes for it until the text is another.
 */
export function LazyMarkdown(props: MarkdownProps) {
  const isNew = useIsNew();
  const [there, setThere] = useState(isNew || onServer ? null : props.children);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current?.querySelector(`.${styles.plain}`)) setThere(null); // the server had none either
  }, []);
  if (there !== null && there !== props.children) setThere(null); // for good: this text may come back, its HTML does not
  if (there === null) return <Rendered {...props} />;
  // a text of the server that differs from this one is not patched: it is the same, rendered
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
