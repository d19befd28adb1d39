import path from 'node:path';
import { runOperator } from 'operator/cli';
import { readOperatorEnvironment } from 'operator/environment';
import { defaultDataFolder } from 'workspace';
import { localSecrets } from 'workspace/secrets';

const localSettings = {
  API_URL: `http://localhost:${process.env['API_PORT'] ?? 4000}`,
  DATA_FOLDER: path.join(defaultDataFolder, 'database'),
};
const isLocal = !process.env['API_URL'];
const environment = readOperatorEnvironment({ ...localSettings, ...process.env });
process.exitCode = await runOperator(process.argv.slice(2), {
  ...environment,
  token: environment.token || (isLocal ? localSecrets(defaultDataFolder).OPERATOR_TOKEN : ''),
});
