// Development server of the remote in the current folder: node dev-server.mjs <remote> <port>
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createRsbuild, loadConfig } from '@rsbuild/core';

const [remote, port] = process.argv.slice(2);
const root = process.cwd();
/** TypeScript in this repository, JavaScript in the published package. */
const configFile = ['dev.config.ts', 'dev.config.js']
  .map((file) => path.join(import.meta.dirname, file))
  .find((file) => existsSync(file));
const { content } = await loadConfig({
  cwd: root,
  path: configFile,
});
const listeners = new Set();
const rsbuild = await createRsbuild({
  cwd: root,
  config: {
    ...content,
    server: {
      ...content.server,
      setup: ({ server }) => {
        server.middlewares.use('/carry-changes', (_, response) => {
          response.writeHead(200, {
            'content-type': 'text/event-stream',
            'access-control-allow-origin': '*',
          });
          response.write(': open\n\n');
          listeners.add(response);
          response.on('close', () => listeners.delete(response));
        });
      },
    },
  },
});
let first = true;
rsbuild.onAfterDevCompile(({ stats }) => {
  if (stats?.hasErrors()) return;
  if (first) console.log(`ready ${remote} ${port}`);
  else for (const listener of listeners) listener.write('data: changed\n\n');
  first = false;
});
await rsbuild.startDevServer();
process.once('disconnect', () => process.exit(0));
