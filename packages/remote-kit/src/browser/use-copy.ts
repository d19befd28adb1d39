import { useState } from 'react';
import { copyText } from './platform';

const words = {
  idle: '',
  copied: 'Copied',
  refused: 'Your browser does not allow copying. Please select the text instead.',
};

/** Copies a text at a press; `status` says how it went. */
export function useCopy(text: string): { copy(): void; status: string } {
  const [state, setState] = useState<keyof typeof words>('idle');
  const copy = () => void copyText(text).then((done) => setState(done ? 'copied' : 'refused'));
  return { copy, status: words[state] };
}
