// Asks a site of this machine over its local socket.
export { askLocally, localSocketOf } from '@carry/releases/local-socket';
