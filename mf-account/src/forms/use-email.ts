import { emailProblem } from 'contracts/email';
import { type ChangeEvent, useState } from 'react';

/** The email field of a form whose address must be one; what is wrong is said at the field. */
export function useEmail() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  /** The address to send, or null when there is none. */
  const check = (): string | null => {
    const problem = emailProblem(value);
    setError(problem);
    return problem ? null : value.trim();
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => setValue(target.value);
  return { check, address: value.trim(), field: { value, error, onChange } };
}
