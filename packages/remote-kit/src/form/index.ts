export { Form, type FormProps, useErrorTitle } from './form';
export { hasKeptText, useKeptText } from './kept-text';
export { keepNewer } from './newer-edits';
export { clearOwnDraft } from './own-draft';
export { LEAVING, useAction } from './use-action';
export { type FieldWiring, type FormState, type Outcome, textOf, useForm } from './use-form';
export { useInPlaceForm } from './use-in-place-form';
export { useStored } from './use-stored';
