// `util` for React's printer, inside a realm.
export { TextEncoder } from '../text';
