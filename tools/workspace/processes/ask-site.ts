export { askLocally, localSocketOf } from '@carry/releases/local-socket';
