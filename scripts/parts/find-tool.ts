import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where PATH finds a program of the system; undefined when it does not. */
export function findTool(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
