import { type RefObject, useState } from 'react';

/** Returns the result of a copy as a sentence, and a function that copies a text field. Without TLS there is no clipboard. */
export function useCopy(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>) {
  const [status, setStatus] = useState('');
  const copy = async (name: string) => {
    try {
      await navigator.clipboard.writeText(field.current?.value ?? '');
      setStatus('Copied.');
    } catch {
      field.current?.select();
      const isCopied = document.execCommand?.('copy') ?? false;
      setStatus(
        isCopied ? 'Copied.' : `Your browser doesn't let us copy. The ${name} is selected.`,
      );
    }
  };
  return [status, copy] as const;
}
