// pnpm operator <command>

import path from 'node:path';
import { runOperator } from 'operator/cli';
import { readOperatorEnvironment } from 'operator/environment';
import { defaultDataFolder } from 'workspace';
import { localSecrets } from 'workspace/secrets';

const own = {
  API_URL: `http://localhost:${process.env['API_PORT'] ?? 4000}`,
  DATA_FOLDER: path.join(defaultDataFolder, 'database'),
};
const isOwn = !process.env['API_URL'];
const environment = readOperatorEnvironment({ ...own, ...process.env });
process.exitCode = await runOperator(process.argv.slice(2), {
  ...environment,
  token: environment.token || (isOwn ? localSecrets(defaultDataFolder).OPERATOR_TOKEN : ''),
});
