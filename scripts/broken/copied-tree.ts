import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Outcome, runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import { readSourceTree } from '../tidy/source-tree.ts';

/** A copy of the working tree that may be broken: a run that dies leaves the real one as it was. */
export interface CopiedTree {
  path: string;
  /** Resolves to what git says when the patch does not apply. */
  apply(patch: string): Promise<string | undefined>;
  revert(patch: string): Promise<string | undefined>;
}

const gitTimeoutMs = 30_000;

export function copyTree(path: string): CopiedTree {
  rmSync(path, { recursive: true, force: true });
  const { paths } = readSourceTree(repository);
  for (const file of paths) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(repository, file), join(path, file));
  }
  copyModules(path, paths);
  return {
    path,
    apply: (patch) => applyPatch(path, [patch]),
    revert: (patch) => applyPatch(path, ['--reverse', patch]),
  };
}

/** The links in each package lead to the root's modules, or to packages of the copy itself. */
function copyModules(path: string, paths: readonly string[]): void {
  symlinkSync(join(repository, 'node_modules'), join(path, 'node_modules'));
  for (const file of paths.filter((name) => name.endsWith('/package.json'))) {
    const modules = join(dirname(file), 'node_modules');
    if (!existsSync(join(repository, modules))) continue;
    cpSync(join(repository, modules), join(path, modules), { recursive: true, verbatimSymlinks: true });
  }
}

/** Applies a patch to the files below a folder, whether that lies in a git repository or not. */
export async function applyPatch(path: string, args: string[]): Promise<string | undefined> {
  const outcome: Outcome = await runToEnd('git', ['apply', '-C1', ...args], {
    cwd: path,
    // Below a repository, git would look at its files instead of those of the folder.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(path) },
    timeoutMs: gitTimeoutMs,
  });
  return outcome.status === 0 ? undefined : outcome.stderr.trim() || 'git apply did not end';
}
