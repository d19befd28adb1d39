// What a host needs beside what its build does for it: the page's side of the container protocol.
export type { Container } from './container';
export { runContainer } from './container';
export { serveOldContainers } from './old-containers';
export type { ShareScope } from './share';
