export { askLocally, localSocketOf } from '@carry/releases';
