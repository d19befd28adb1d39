/** Ends the process of an older Node. A command then loads the rest by `import()`: a static import of what Node lacks fails before any code runs. */
const OLDEST = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}. Install a newer one from https://nodejs.org`,
  );
  process.exit(1);
}

export {};
