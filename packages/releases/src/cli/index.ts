export { type FlagsOf, type FlagTable, UsageError, wholeNumber } from '../command-line/flags';
export { type Paint, table } from '../command-line/output';
export {
  type Answer,
  type Described,
  exitCodes,
  runProgram,
  type Shown,
  type Streams,
} from '../command-line/run';
export type { Following } from '../service/following';
export type { CliEnvironment } from './command';
export { openConsole } from './console';
export { runReleases } from './main';
