import { chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { BuiltImage } from './build-image.ts';
import { type ImageProcess, startFromImage } from './image-process.ts';
import { type ComposeService, composeFile } from './read-compose.ts';

/** What compose.yaml describes, as processes on this machine. */
export interface ImageSystem {
  /** `http://127.1.2.3:8080`. */
  urlOf(service: string, port: number): string;
  start(service: string): ImageProcess;
}

interface Surroundings {
  image: BuiltImage;
  services: ReadonlyMap<string, ComposeService>;
  /** Instead of what compose.yaml says: where the parts are that no image of ours holds. */
  given: Readonly<Record<string, string>>;
  directory: string;
}

/**
 * Every service has an address of its own on the loopback, so that ports and names are those of compose.yaml: names are in
 * the root's /etc/hosts. Addresses of vendors are asked of name servers alone, which know none of these: so the sandbox
 * goes by its address.
 */
export function planSystem({ image, services, given, directory }: Surroundings): ImageSystem {
  const { root, config } = image;
  const network = `127.${1 + (process.pid % 250)}.${1 + ((process.pid >> 8) % 250)}`;
  const addresses = new Map([...services.keys()].map((name, index) => [name, `${network}.${index + 1}`]));
  const addressOf = (name: string): string => addresses.get(name) ?? '';
  const aliasOf = (name: string): string => name.replace(/-\d+$/, '');
  const hosts = [...services.keys()].map((name) => `${addressOf(name)} ${aliasOf(name)}\n`);
  writeFileSync(join(root, 'etc/hosts'), hosts.join(''));
  writeFileSync(join(root, 'etc/host.conf'), 'multi on\n');

  const urlOf = (service: string, port: number): string => `http://${addressOf(service)}:${port}`;

  return {
    urlOf,
    start(service) {
      const { command = [], environment = {}, volumes = [] } = services.get(service) ?? {};
      const host = addressOf(service);
      const own = { ...given, HEADGATE_SANDBOX_URL: urlOf('sandbox', 8080) };
      const known = Object.entries(own).filter(([name]) => name in environment);
      return startFromImage(image, {
        name: service,
        args: command,
        env: {
          ...environment,
          ...Object.fromEntries(known),
          HEADGATE_HTTP_HOST: host,
          HEADGATE_RPC_HOST: host,
          HEADGATE_OPERATIONS_HOST: host,
          HEADGATE_SUPERVISOR: process.env.HEADGATE_SUPERVISOR ?? '',
        },
        volumes: volumes.map((volume) => mountOf(volume)),
        logFile: join(directory, `${service}.log`),
      });
    },
  };

  function mountOf(volume: string): { source: string; target: string } {
    const [from = '', target = ''] = volume.split(':');
    if (from.startsWith('.') || from.startsWith('/')) return { source: placeFile(from, target), target };
    const source = join(directory, 'volumes', from);
    const [uid = 0, gid = 0] = config.user.split(':').map(Number);
    mkdirSync(source, { recursive: true });
    chownSync(source, uid, gid);
    return { source, target };
  }

  /** A copy that the image's user can reach, and an empty file for it to be mounted on. */
  function placeFile(from: string, target: string): string {
    const copy = join(directory, 'volumes', target.replaceAll('/', '-'));
    mkdirSync(dirname(copy), { recursive: true });
    rmSync(copy, { force: true });
    cpSync(resolve(dirname(composeFile), from), copy);
    mkdirSync(dirname(join(root, target)), { recursive: true });
    writeFileSync(join(root, target), '');
    return copy;
  }
}
