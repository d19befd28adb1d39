/**
 * Ends the process if its Node is older than the packages support. The first import of each command: other modules use what
 * older versions lack.
 */
const OLDEST = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}. Install a newer one from https://nodejs.org`,
  );
  process.exit(1);
}

export {};
