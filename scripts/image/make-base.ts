import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findTool } from '../parts/find-tool.ts';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { StartError } from '../start/start-error.ts';
import type { Steps } from './bring-tools.ts';
import type { Buildah } from './buildah.ts';

const suite = 'trixie';
const mirror = 'http://deb.debian.org/debian';
const timeoutMs = 15 * 60_000;

/**
 * The name of an image with what the Dockerfile expects of its base: Debian, Node and npm. Made of Debian's packages, the
 * Node that runs this and the npm of this machine, because a registry of images need not be reachable.
 */
export async function makeBase(
  buildah: Buildah,
  { tools, folder, say, signal }: Steps & { tools: string; folder: string },
): Promise<string> {
  const name = `localhost/headgate-base:${process.versions.node}-${suite}`;
  if ((await buildah('images', '--quiet', '--filter', `reference=${name}`)) !== '') return name;
  say(`Making a base of Debian ${suite} and Node ${process.versions.node}`);
  const root = join(folder, 'base');
  rmSync(root, { recursive: true, force: true });
  const env = {
    ...process.env,
    PATH: [process.env.PATH, join(tools, 'usr/bin'), join(tools, 'usr/sbin')].join(delimiter),
    DEBOOTSTRAP_DIR: join(tools, 'usr/share/debootstrap'),
  };
  const arranged = await runToEnd(
    join(tools, 'usr/sbin/debootstrap'),
    ['--variant=minbase', suite, root, mirror],
    { env, signal, timeoutMs },
  );
  if (arranged.status !== 0)
    throw new StartError(
      `debootstrap failed:\n${arranged.stdout.split('\n').slice(-20).join('\n')}${arranged.stderr}`,
    );
  addNode(root);
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, root, '/');
  await buildah('commit', '--quiet', '--rm', container, name);
  rmSync(root, { recursive: true, force: true });
  return name;
}

/** Where Node's own images have them. */
function addNode(root: string): void {
  const local = (...names: string[]): string => join(root, 'usr/local', ...names);
  mkdirSync(local('bin'), { recursive: true });
  cpSync(process.execPath, local('bin/node'));
  cpSync(findNpm(), local('lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', local('bin/npm'));
  // The archives that were unpacked; Node's own images have them removed too.
  rmSync(join(root, 'var/cache/apt/archives'), { recursive: true, force: true });
}

/** The folder of the npm on PATH. */
function findNpm(): string {
  const script = findTool('npm', process.env);
  if (script === undefined) throw new StartError('There is no npm on PATH.');
  return join(dirname(realpathSync(script)), '..');
}
