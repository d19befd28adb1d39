import path from 'node:path';
import { pack, packedDist } from './pack';
import type { Project } from './project';
import { build } from './run';

/** Builds a remote, or packs the build that its own tool wrote. Returns the folder to publish. */
export async function prepare(project: Project): Promise<string> {
  if (project.pack) {
    await pack(project);
    return packedDist(project);
  }
  await build(project);
  return path.join(project.folder, 'dist');
}
