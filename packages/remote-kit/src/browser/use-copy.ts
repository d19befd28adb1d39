import { useState } from 'react';
import { copyText } from './platform';

const messages = {
  idle: '',
  copied: 'Copied',
  refused: "Your browser won't let us copy. Please select the text instead.",
};

export function useCopy(text: string): { copy(): void; status: string } {
  const [state, setState] = useState<keyof typeof messages>('idle');
  const copy = () => void copyText(text).then((done) => setState(done ? 'copied' : 'refused'));
  return { copy, status: messages[state] };
}
