import { createLog, type Log } from 'contracts/log';

export const log: Log = createLog('site');
