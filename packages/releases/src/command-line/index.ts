// Command-line framework: flags, help, suggestions, tables, progress, exit codes.
export { type FlagsOf, type FlagTable, UsageError, wholeNumber } from './flags';
export { type Paint, table } from './output';
export {
  type Answer,
  type Described,
  exitCodes,
  runProgram,
  type Shown,
  type Streams,
} from './run';
