import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { TextField } from './field';
import styles from './field.module.css';

export function PasswordField({ hint, ...input }: ComponentProps<typeof TextField>) {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: observes the keys of the field inside
    <div className={styles.password} onKeyDown={watch} onKeyUp={watch}>
      <TextField
        {...input}
        hint={caps ? 'Caps Lock is on.' : hint}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        className={styles.reveal}
        aria-label={`${shown ? 'Hide' : 'Show'} ${input.label.toLowerCase()}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
