import { basename } from 'node:path';

/** What renders a folder into a file: kustomize itself, or the one that is in every kubectl. */
export function renderArguments(program: string, folder: string, file: string): string[] {
  const verb = basename(program).startsWith('kubectl') ? 'kustomize' : 'build';
  return [verb, folder, '--output', file];
}
