import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../start/repository.ts';
import type { Buildah } from './buildah.ts';

/** An image that was built, and a container of it. */
export interface BuiltImage {
  name: string;
  /** As buildah says it: `177 MB`. */
  size: string;
  /** The root file system of the container on this machine. */
  root: string;
  config: { env: string[]; entrypoint: string[]; user: string; workingDir: string };
}

/** Builds a target of deploy/Dockerfile on a base. */
export async function buildImage(buildah: Buildah, base: string, target: string): Promise<BuiltImage> {
  const name = `localhost/headgate:${target}`;
  const file = join(repository, 'deploy/Dockerfile');
  const how = ['--isolation', 'chroot', ...secrets(), '--build-arg', `BASE=${base}`];
  await buildah('build', ...how, '--file', file, '--target', target, '--tag', name, repository);
  const container = await buildah('from', name);
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', name));
  const images = JSON.parse(await buildah('images', '--json', '--filter', `reference=${name}`));
  const { Env, Entrypoint, User, WorkingDir } = inspected.OCIv1.config;
  return {
    name,
    size: String(images[0].size),
    root: await buildah('mount', container),
    config: { env: Env, entrypoint: Entrypoint, user: User, workingDir: WorkingDir },
  };
}

/** How this machine reaches the npm registry, where it says so. */
function secrets(): string[] {
  const { HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
  const files = { npmrc: join(HOME, '.npmrc'), ca: NODE_EXTRA_CA_CERTS };
  const there = Object.entries(files).filter(([, file]) => file !== '' && existsSync(file));
  return there.flatMap(([id, file]) => ['--secret', `id=${id},src=${file}`]);
}
