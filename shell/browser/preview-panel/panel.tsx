import {
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import type { OpenedPreview } from '../../universal/page/boot';
import type { OpenedPreviews, PreviewDetails } from '../../universal/page/preview-details';
import { readPreviews, switchPreview } from './calls';
import { NoteForm } from './note-form';
import { PreviewCard } from './preview-card';
import { reloadWithPanel, takeOpen } from './remember-open';
import { UnsentNote } from './unsent-note';

interface PanelProps {
  previews: OpenedPreview[];
  findOwner(pathname: string): string | null;
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;
}

export function Panel({ previews, findOwner, router }: PanelProps) {
  const { pathname, search } = useSyncExternalStore(router.subscribe, () => router.state.location);
  const [isOpen, setIsOpen] = useState(takeOpen);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const owner = findOwner(pathname);
  const shown = previews.filter(({ state }) => state === 'on');
  const isElsewhere = shown.length > 0 && !shown.some(({ remote }) => remote === owner);
  const toggle = (open: boolean) => {
    setIsOpen(open);
    if (!open) opener.current?.focus();
  };
  return (
    <>
      <div className="bar">
        <slot />
        {isElsewhere && <p>This page isn't part of it.</p>}
        <button
          type="button"
          ref={opener}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => toggle(!isOpen)}
        >
          Details
        </button>
      </div>
      {isOpen && (
        <Details
          id={id}
          pathname={pathname}
          search={search}
          owner={owner}
          getSeenVersion={({ remote, channel }) =>
            shown.find((one) => one.remote === remote && one.channel === channel)?.version ?? null
          }
          onClose={() => toggle(false)}
        />
      )}
    </>
  );
}

interface DetailsProps {
  id: string;
  pathname: string;
  search: string;
  owner: string | null;
  /** Returns the release of a preview that the page shows; null: the page shows the live one. */
  getSeenVersion(preview: PreviewDetails): string | null;
  onClose(): void;
}

function Details({ id, pathname, search, owner, getSeenVersion, onClose }: DetailsProps) {
  const [opened, setOpened] = useState<OpenedPreviews | null>(null);
  const [problem, setProblem] = useState('');
  const [isPicking, setIsPicking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    readPreviews().then(setOpened, (error: Error) => setProblem(error.message));
  }, []);
  const change = (preview: PreviewDetails, on: boolean) =>
    switchPreview(preview, on).then(reloadWithPanel, (error: Error) => setProblem(error.message));
  const previews = opened?.previews;
  const noted = (previews ?? []).flatMap((preview) => {
    const version = preview.state === 'on' && preview.notable ? getSeenVersion(preview) : null;
    return version === null ? [] : { ...preview, version };
  });
  return (
    <div
      id={id}
      className="panel"
      role="dialog"
      aria-label="Preview details"
      hidden={isPicking}
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onClose()}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          What you're looking at
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className="content">
        {problem && <p role="alert">{problem}</p>}
        {!previews && !problem && <p role="status">Loading…</p>}
        {previews?.map((preview) => (
          <PreviewCard
            key={`${preview.remote} ${preview.channel}`}
            preview={preview}
            seen={getSeenVersion(preview)}
            isHere={preview.remote === owner}
            pathname={pathname}
            search={search}
            onSwitch={(on) => change(preview, on)}
          />
        ))}
        {opened?.console && (
          <p>
            <a href={`${opened.console}/previews`} target="_blank" rel="noreferrer">
              All open previews
            </a>{' '}
            (opens the console)
          </p>
        )}
        {previews && noted.length === 0 && <UnsentNote />}
        {noted.length > 0 && (
          <NoteForm
            previews={noted}
            owner={owner}
            pathname={pathname}
            search={search}
            isPicking={isPicking}
            onPicking={setIsPicking}
          />
        )}
      </div>
    </div>
  );
}

/** Returns true for a key of an input method. Safari ends the composition first and marks the key with 229. */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;
