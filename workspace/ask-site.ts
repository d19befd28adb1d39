// Asks a site of this machine over its local socket.
export { askLocally, localSocketOf } from 'shell/local-socket';
