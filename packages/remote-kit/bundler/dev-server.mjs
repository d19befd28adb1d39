// Development server of the remote in the current folder: node dev-server.mjs <remote> <port>
// Prints "ready <remote> <port>" after the first build, "built <remote>" after others.
import { createRsbuild, loadConfig } from '@rsbuild/core';

const [remote, port] = process.argv.slice(2);
const root = process.cwd();
const listeners = new Set();
let build = null;
let settle = () => {};
let compiling = Promise.resolve();

const headers = (type) => ({ 'content-type': type, 'access-control-allow-origin': '*' });

const setup = ({ server }) => {
  server.middlewares.use('/carry-changes', (_, response) => {
    response.writeHead(200, headers('text/event-stream'));
    response.write(': open\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  });
  server.middlewares.use('/carry-build.json', async (_, response) => {
    await compiling;
    response.writeHead(build ? 200 : 503, headers('application/json'));
    response.end(JSON.stringify(build));
  });
};

globalThis.carryDevPort = Number(port); // remoteConfig returns the configuration of this server
const rsbuild = await createRsbuild({
  cwd: root,
  environment: ['web', 'node'],
  loadEnv: true,
  config: async () => {
    const { content, filePath } = await loadConfig({ cwd: root });
    if (!filePath) {
      console.error(
        `${root} has no configuration for Rsbuild; add one that exports remoteConfig('${remote}')`,
      );
      process.exit(1);
    }
    return { ...content, server: { ...content.server, port: Number(port), setup } };
  },
});

const readers = {
  node: (compilation) => ({
    code: compilation.getAsset('remote.cjs').source.source().toString(),
  }),
  web: (compilation) => {
    const names = compilation.getAssets().map(({ name }) => name);
    const files = names.filter((name) => !name.includes('.hot-update.'));
    return { files, styles: files.filter((name) => name.endsWith('.css')) };
  },
};
const parts = {};
rsbuild.onBeforeDevCompile(() => {
  settle();
  compiling = new Promise((resolve) => {
    settle = resolve;
  });
});
rsbuild.onAfterEnvironmentCompile(({ stats, environment: { name } }) => {
  if (stats && !stats.hasErrors()) Object.assign(parts, readers[name](stats.compilation));
});
let first = true;
rsbuild.onAfterDevCompile(({ stats }) => {
  build = stats.hasErrors() ? null : { ...parts };
  settle();
  if (!build) return;
  console.log(first ? `ready ${remote} ${port}` : `built ${remote}`);
  if (!first) for (const listener of listeners) listener.write('data: changed\n\n');
  first = false;
});
await rsbuild.startDevServer();
process.once('disconnect', () => process.exit(0));
