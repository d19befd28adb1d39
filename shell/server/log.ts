import { createLog, type Log } from '@carry/contracts/log';

export const log: Log = createLog('site');
