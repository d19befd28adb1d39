import { lazy, Suspense } from 'react';

const Plain = ({ children }: { children: string }) => <p>{children}</p>;
const Renderer = lazy(() =>
  import('./markdown').then(
    ({ Markdown }) => ({ default: Markdown }),
    () => ({ default: Plain }),
  ),
);

/** Markdown whose renderer comes when it is needed; until then, and where it cannot be loaded, its source as plain text. */
export const LazyMarkdown = ({ children }: { children: string }) => (
  <Suspense fallback={<Plain>{children}</Plain>}>
    <Renderer>{children}</Renderer>
  </Suspense>
);
