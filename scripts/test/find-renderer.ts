import { globSync } from 'node:fs';
import { findKustomize } from '../parts/kustomize/find-kustomize.ts';
import type { Home } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import type { Say } from '../start/say.ts';

/** What tests of manifests find theirs by: the path of a kustomize, or the reason for which they are skipped. */
export type RendererEnv = { HEADGATE_KUSTOMIZE: string } | { HEADGATE_NO_KUSTOMIZE: string };

/** Never rejects: all other tests run without it. */
export async function findRenderer(
  home: Home,
  options: { env: NodeJS.ProcessEnv; say: Say; signal: AbortSignal },
): Promise<RendererEnv> {
  try {
    return { HEADGATE_KUSTOMIZE: await findKustomize(home, options) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!options.signal.aborted) options.say(`skip tests of manifests: ${reason}`);
    return { HEADGATE_NO_KUSTOMIZE: reason };
  }
}

/** Whether a test file that a filter chooses, or any where there is none, renders manifests. */
export function choosesRenderer(filters: readonly string[]): boolean {
  const files = globSync('scripts/k8s/*.test.ts', { cwd: repository });
  return files.some((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
}
