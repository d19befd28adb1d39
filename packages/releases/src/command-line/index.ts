// What every command line of ours is made of: flags, help, "did you mean", tables, progress, exit codes.
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
