import { useId, useRef } from 'react';
import { useCopy } from './copy-text';
import { useDraft } from './note-draft';

export function UnsentNote() {
  const [{ text }] = useDraft();
  const field = useRef<HTMLTextAreaElement>(null);
  const [status, copy] = useCopy(field);
  const id = useId();
  if (text.trim() === '') return null;
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Your note wasn't sent</h3>
      <p className="quiet">No preview takes notes right now. Copy your note to keep it.</p>
      <label htmlFor={id}>Note</label>
      <textarea id={id} ref={field} value={text} readOnly rows={3} />
      <div className="buttons">
        <button type="button" onClick={() => void copy('note')}>
          Copy note
        </button>
      </div>
      <p className="quiet" role="status">
        {status}
      </p>
    </section>
  );
}
