import { readConfig } from './config';
import { startApi } from './start';

try {
  const config = readConfig(process.env);
  const api = await startApi(config);
  console.log(`api   ${config.url} (${api.kind})`);
  const stop = () => void api.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // whoever started us is gone
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code === 'EADDRINUSE' ? `API_PORT ${process.env.API_PORT ?? 4000} is in use; set API_PORT to another one` : message);
  process.exit(1);
}
