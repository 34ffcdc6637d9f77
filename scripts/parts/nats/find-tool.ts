import { delimiter, join } from 'node:path';
import { isExecutable } from './find-on-path.ts';

/** Where PATH finds a program of the system; undefined when it does not. */
export function findTool(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}
