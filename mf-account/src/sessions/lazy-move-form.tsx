import { useShell } from '@carry/remote-kit';
import { type ComponentType, useEffect, useState } from 'react';
import type { MoveFormProps } from './move-form';

export function LazyMoveForm(props: MoveFormProps) {
  const { notify } = useShell();
  const { onCancel } = props;
  const [Form, setForm] = useState<ComponentType<MoveFormProps> | null>(null);
  useEffect(() => {
    import(/* webpackChunkName: "move-form" */ './move-form').then(
      ({ MoveForm }) => setForm(() => MoveForm),
      () => {
        onCancel();
        void notify.alert("We couldn't load the times.", 'Please try again.');
      },
    );
  }, []);
  return Form ? <Form {...props} /> : <p role="status">Loading times...</p>;
}
