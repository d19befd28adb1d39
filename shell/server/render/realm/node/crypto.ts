// `crypto` for React's printer, inside a realm: it hashes the key of a form action, which no page of the server has.
export function createHash(): never {
  throw new Error('server actions are not supported');
}
