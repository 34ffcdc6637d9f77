import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';

const stepTimeoutMs = 5 * 60_000;

/**
 * Bundles the programs of an older commit, as its own sources say; gives the folder that they lie in. The packages are those
 * that are installed now: a commit with others has to be checked out and installed for itself.
 */
export async function bundleOlder(ref: string, directory: string): Promise<string> {
  const tree = join(directory, 'older');
  mkdirSync(tree, { recursive: true });
  const archive = join(directory, 'older.tar');
  await run('git', ['archive', '--output', archive, ref], repository);
  await run('tar', ['-xf', archive, '-C', tree], repository);
  linkModules(tree);
  if (!existsSync(join(tree, 'scripts/bundle/main.ts'))) throw new Error(`${ref} has no bundles yet`);
  const programs = join(directory, 'older-programs');
  await run(process.execPath, [join(tree, 'scripts/bundle/main.ts'), programs], tree);
  return programs;
}

/** The links in each package lead to the root's modules, or to packages of the older tree itself. */
function linkModules(tree: string): void {
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  for (const folder of ['proto', 'scripts', ...servicesIn(tree)]) {
    const modules = join(folder, 'node_modules');
    if (!existsSync(join(repository, modules))) continue;
    cpSync(join(repository, modules), join(tree, modules), { recursive: true, verbatimSymlinks: true });
  }
}

function servicesIn(tree: string): string[] {
  return readdirSync(join(tree, 'services')).map((name) => join('services', name));
}

async function run(command: string, args: string[], cwd: string): Promise<void> {
  const { status, stderr } = await runToEnd(command, args, { cwd, timeoutMs: stepTimeoutMs });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr.slice(-1_000)}`);
}
