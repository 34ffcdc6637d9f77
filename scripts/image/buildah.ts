import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { StartError } from '../start/start-error.ts';

/** Runs buildah with words; gives what it printed. Rejects when it fails. */
export type Buildah = (...words: string[]) => Promise<string>;

const timeoutMs = 30 * 60_000;
const shownLines = 40;

/**
 * Buildah with its store below `folder`. It starts itself anew without its environment, so the libraries that were
 * unpacked beside it are found by a cache of the loader's, which it alone sees.
 */
export async function openBuildah(tools: string, folder: string, signal: AbortSignal): Promise<Buildah> {
  const path = (name: string): string => join(folder, name);
  mkdirSync(path('tmp'), { recursive: true });
  const libraries = join(tools, `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);
  writeFileSync(path('ld.so.conf'), `${libraries}\ninclude /etc/ld.so.conf\n`);
  writeFileSync(path('registries.conf'), 'unqualified-search-registries = []\n');
  writeFileSync(path('containers.conf'), `[engine]\nimage_copy_tmp_dir = "${path('tmp')}"\n`);
  writeFileSync(path('policy.json'), '{"default":[{"type":"insecureAcceptAnything"}]}\n');
  const env = {
    ...process.env,
    TMPDIR: path('tmp'),
    CONTAINERS_CONF: path('containers.conf'),
    CONTAINERS_REGISTRIES_CONF: path('registries.conf'),
  };

  async function run(command: string, args: string[]): Promise<string> {
    const { status, stdout, stderr } = await runToEnd(command, args, { env, signal, timeoutMs });
    if (status === 0) return stdout.trim();
    const output = `${stdout}${stderr}`.trim().split('\n').slice(-shownLines).join('\n');
    throw new StartError(`${args.join(' ')} failed:\n${output}`);
  }

  await run('ldconfig', ['-X', '-f', path('ld.so.conf'), '-C', path('ld.so.cache')]);
  const enter = 'mount --bind "$0" /etc/ld.so.cache && exec "$@"';
  const program = [
    join(tools, 'usr/bin/buildah'),
    ...['--storage-driver', 'vfs', '--root', path('store'), '--runroot', path('run')],
  ];
  const own = ['--mount', '--', 'sh', '-c', enter, path('ld.so.cache'), ...program];
  const takesPolicy = new Set(['build', 'commit', 'from']);
  return (word = '', ...words) => {
    const policy = takesPolicy.has(word) ? ['--signature-policy', path('policy.json')] : [];
    return run('unshare', [...own, word, ...policy, ...words]);
  };
}
