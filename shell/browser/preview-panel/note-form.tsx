import { type FormEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PreviewDetails } from '../../universal/page/preview-details';
import { sendNote } from './calls';
import { describeElement, type PickedElement } from './describe-element';
import { type NoteDraft, newId, useDraft } from './note-draft';
import { getPageAddress } from './page-address';
import { pickElement } from './pick-element';

const MAX_TEXT = 500;
const MAX_NAME = 60;

interface NoteFormProps {
  previews: PreviewDetails[];
  owner: string | null;
  pathname: string;
  search: string;
  isPicking: boolean;
  onPicking(isPicking: boolean): void;
}

export function NoteForm({
  previews,
  owner,
  pathname,
  search,
  isPicking,
  onPicking,
}: NoteFormProps) {
  const [choice, setChoice] = useState<{ pathname: string; element: PickedElement } | null>(null);
  const [draft, change] = useDraft();
  const picked = choice?.pathname === pathname ? choice.element : null;
  const [result, setResult] = useState<{ text: string; failed: boolean } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [frame, setFrame] = useState<Element | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLButtonElement>(null);
  const id = useId();
  const about = previews.find(({ remote }) => remote === owner) ?? previews[0];

  const pick = async () => {
    const root = form.current?.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    onPicking(true);
    const element = await pickElement(root.host, { show: setFrame });
    onPicking(false);
    if (element) setChoice({ pathname, element: describeElement(element) });
    requestAnimationFrame(() => picker.current?.focus());
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!about || isSending) return;
    setIsSending(true);
    try {
      const page = getPageAddress(pathname, search);
      const note = { ...describeNote(about, draft), page, ...picked };
      const content = JSON.stringify(note); // without the window, which a phone's keyboard resizes
      const attempt = draft.attempt?.content === content ? draft.attempt : { id: newId(), content };
      change({ attempt });
      await sendNote({ id: attempt.id, ...note, ...describeWindow() });
      change({ text: '', attempt: undefined });
      setChoice(null);
      setResult({ text: 'Your note is with the team. Thanks!', failed: false });
    } catch (error) {
      setResult({ text: (error as Error).message, failed: true });
    } finally {
      setIsSending(false);
    }
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Leave a note</h3>
      <form ref={form} onSubmit={(event) => void send(event)}>
        <p className="quiet">
          The team of {about?.remote} gets it with this page's address
          {picked ? ' and the element you picked' : ''}.
        </p>
        <label htmlFor={`${id}-text`}>Note</label>
        <textarea
          id={`${id}-text`}
          name="text"
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          required
          maxLength={MAX_TEXT}
          rows={3}
          readOnly={isSending}
        />
        <label htmlFor={`${id}-name`}>Your name (optional)</label>
        <input
          id={`${id}-name`}
          name="name"
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          maxLength={MAX_NAME}
          autoComplete="name"
          readOnly={isSending}
        />
        {picked && <p className="quiet">On: {picked.excerpt}</p>}
        <div className="buttons">
          <button type="button" ref={picker} onClick={() => void pick()}>
            {picked ? 'Pick another element' : 'Pick an element'}
          </button>
          {picked && (
            <button type="button" onClick={() => setChoice(null)}>
              Note on the whole page
            </button>
          )}
          <button type="submit" className="main" aria-disabled={isSending}>
            Send note
          </button>
        </div>
        <p role={result?.failed ? 'alert' : 'status'}>{result?.text}</p>
      </form>
      {isPicking && <PickHint frame={frame} near={form} />}
    </section>
  );
}

const describeNote = ({ remote, channel, version }: PreviewDetails, { text, name }: NoteDraft) => ({
  ...{ remote, channel, version, text },
  ...(name.trim() && { name: name.trim() }),
});

const describeWindow = () => ({
  viewport: { width: innerWidth, height: innerHeight },
  theme:
    getComputedStyle(document.documentElement).colorScheme === 'light'
      ? ('light' as const)
      : ('dark' as const),
});

function PickHint({
  frame,
  near,
}: {
  frame: Element | null;
  near: { current: HTMLElement | null };
}) {
  const root = near.current?.getRootNode();
  if (!(root instanceof ShadowRoot)) return null;
  const box = frame?.getBoundingClientRect();
  return createPortal(
    <>
      {box && (
        <div
          className="frame"
          style={{
            insetBlockStart: box.top,
            insetInlineStart: box.left,
            inlineSize: box.width,
            blockSize: box.height,
          }}
        />
      )}
      <div className="hint">
        <p role="status">
          Tap or click an element. Keyboard: Tab to it, then Enter. Escape cancels.
        </p>
        <button type="button">Cancel</button>
      </div>
    </>,
    root,
  );
}
