import { load, Retry, type RouteHandle, type ShellApi } from '@carry/remote-kit';
import type { SiteText } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import type { TextName } from '@carry/remote-kit/texts';
import { Banner, LinkButton } from '@carry/ui';
import { LazyMarkdown, markdownReady } from '@carry/ui/lazy-markdown';
import { type ReactNode, Suspense } from 'react';
import { Await, Link, useLoaderData } from 'react-router-dom';
import { getText } from '../texts/api';
import { Contents, getId, sections } from '../texts/contents';
import { TextSkeleton } from '../texts/text-skeleton';
import styles from '../texts/texts.module.css';

type Text = SiteText | null;

const names: Record<TextName, { title: string; description: string; group: string }> = {
  terms: {
    title: 'Terms',
    description: 'The rules for registering, booking and paying.',
    group: 'Legal',
  },
  privacy: {
    title: 'Privacy',
    description: 'What we store about you, why, for how long, and how to delete it.',
    group: 'Legal',
  },
  refunds: {
    title: 'How refunds work',
    description: 'Free cancellation, our guarantee, and how fast you get your money back.',
    group: 'Help',
  },
  imprint: {
    title: 'Imprint',
    description: 'Who runs this site and how to reach us.',
    group: 'Legal',
  },
};

export function route(shell: ShellApi, name: TextName) {
  const { title, description, group } = names[name];

  function TextPage() {
    const { text } = useLoaderData() as { text: Text | Promise<Text> };
    return (
      <Suspense fallback={<Loading />}>
        <Await resolve={text} errorElement={<Failed />}>
          {(text: Text) => (text ? <Shown text={text} /> : <Missing />)}
        </Await>
      </Suspense>
    );
  }

  const Frame = ({ heading = title, children }: { heading?: string; children: ReactNode }) => (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{heading}</h1>
      {children}
    </div>
  );

  function Shown({ text }: { text: SiteText }) {
    const parts = sections(text.markdown);
    return (
      <Frame heading={text.title || title}>
        <div className={styles.columns}>
          <div className={styles.words}>
            {parts.map((part, index) => (
              <div key={part} id={getId(index)}>
                <LazyMarkdown under={0}>{part}</LazyMarkdown>
              </div>
            ))}
          </div>
          <Contents sections={parts} />
        </div>
      </Frame>
    );
  }

  const Missing = () => (
    <Frame>
      <p>We haven't published this page yet. Please check back later.</p>
      <LinkButton as={Link} to={paths.home} variant="quiet">
        Home
      </LinkButton>
    </Frame>
  );

  const Loading = () => (
    <Frame>
      <TextSkeleton />
    </Frame>
  );

  function Failed() {
    return (
      <Frame>
        <Banner tone="danger" role="alert">
          <p>We couldn't load this page.</p>
          <Retry />
        </Banner>
      </Frame>
    );
  }

  const handle: RouteHandle<{ text?: Text | null }> = {
    query: [],
    menu: { group, label: title },
    sitemap: [paths.text(name)],
    status: ({ data }) => (data?.text === null ? 404 : 200),
    head: ({ site, data }) => ({
      title: `${data?.text?.title || title} | ${site.name}`,
      description,
      ...(data?.text === null && { noindex: true }),
    }),
  };

  return {
    Component: TextPage,
    HydrateFallback: Loading,
    handle,
    loader: () => load(shell, { text: getText(shell.api, name), renderer: markdownReady() }),
  };
}
