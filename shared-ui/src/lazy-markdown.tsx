import { Component, lazy, type ReactNode, Suspense } from 'react';
import type { MarkdownProps } from './markdown';
import styles from './markdown.module.css';
import { PlainText } from './plain-text';

/** Where the renderer cannot be had, what is there stays: the server's HTML, or the plain text. Anything else would not be what the server rendered. */
const never = new Promise<never>(() => {});
const Renderer = lazy(() =>
  import('./markdown').then(
    ({ Markdown }) => ({ default: Markdown }),
    () => never,
  ),
);

/** Keeps what goes wrong with a text to its own place. */
class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? this.props.fallback : this.props.children);
}

/** Markdown whose renderer comes when it is needed; until then, and where it fails, its source as plain text. */
export function LazyMarkdown(props: MarkdownProps) {
  const plain = <PlainText>{props.children}</PlainText>;
  return (
    <div className={styles.text}>
      <Boundary key={props.children} fallback={plain}>
        <Suspense fallback={plain}>
          <Renderer {...props} />
        </Suspense>
      </Boundary>
    </div>
  );
}
