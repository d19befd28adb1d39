// `crypto` for React's printer, which needs it for server actions only.
export function createHash(): never {
  throw new Error('server actions are not supported');
}
