// Started by run.ts with the name of a part, the output file, the number of runs and the store.
import { writeFileSync } from 'node:fs';
import { parts } from './parts';

const [name = '', file = '', runs, releases = ''] = process.argv.slice(2);
const part = parts[name];
if (!part || !file) throw new Error('part.ts is started by run.ts');
writeFileSync(file, await part.measure(Number(runs), releases));
process.exit(0);
