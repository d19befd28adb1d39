// Command-line framework: flags, help, suggestions, tables, progress, exit codes.
export { checkFlags, type FlagsOf, readCommandLine, UsageError } from './flags';
export { type Paint, table } from './output';
export {
  type Answer,
  type Described,
  exitCodes,
  runProgram,
  type Shown,
  type Streams,
} from './run';
