import type { Command } from './command';
import { lookCommands } from './look';
import { pointerCommands } from './pointers';
import { previewCommand } from './preview';
import { publishCommand } from './publish';
import { upkeepCommands } from './upkeep';

/** Every command, in the order of the overview. */
export const commands: Record<string, Command> = {
  publish: publishCommand,
  preview: previewCommand,
  ...pointerCommands,
  ...lookCommands,
  ...upkeepCommands,
};
