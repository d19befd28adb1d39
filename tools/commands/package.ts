// npm run package: packages each production process into out/; start one with `node server.js`.
import { buildAll } from 'workspace/build';
import { megabytes, packageAll, packagesFolder } from 'workspace/package';

await buildAll(console.log, ['shell']);
for (const { name, folder, bytes } of await packageAll(packagesFolder))
  console.log(`${name.padEnd(9)} ${megabytes(bytes).padStart(8)}  ${folder}`);
