import { useTimesForm } from '@carry/remote-kit';
import type { MoveFormProps } from './move-form';

const load = () =>
  import(/* webpackChunkName: "move-form" */ './move-form').then(({ MoveForm }) => MoveForm);

export function LazyMoveForm(props: MoveFormProps) {
  const Form = useTimesForm(load, props.onCancel);
  return Form ? <Form {...props} /> : <p role="status">Loading times...</p>;
}
