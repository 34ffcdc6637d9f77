import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { renderArguments } from '../parts/kustomize/render-arguments.ts';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import type { KubernetesObject, Manifest } from './manifest.ts';

export const manifestsFolder = join(repository, 'k8s');

const timeoutMs = 60_000;

/** Renders an overlay as it is in the repository. */
export async function renderOverlay(kustomize: string, name: string): Promise<Manifest> {
  const folder = join(manifestsFolder, 'overlays', name);
  const { components = [] }: { components?: string[] } = parse(
    readFileSync(join(folder, 'kustomization.yaml'), 'utf8'),
  );
  const named = components
    .filter((path) => path.startsWith('../../components/'))
    .map((path) => path.replace('../../components/', ''));
  return { name, components: named, objects: await render(kustomize, folder) };
}

/** Renders the base with components, as an overlay of a user's would. */
export async function renderCombination(
  kustomize: string,
  { name, components }: { name: string; components: readonly string[] },
): Promise<Manifest> {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-overlay-'));
  const path = (inside: string): string => relative(folder, join(manifestsFolder, inside));
  try {
    mkdirSync(folder, { recursive: true });
    const kustomization = {
      namespace: 'headgate',
      resources: [path('base')],
      components: components.map((component) => path(`components/${component}`)),
    };
    writeFileSync(join(folder, 'kustomization.yaml'), stringify(kustomization));
    return { name, components, objects: await render(kustomize, folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function render(kustomize: string, folder: string): Promise<KubernetesObject[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'headgate-rendered-'));
  const file = join(scratch, 'rendered.yaml');
  try {
    const { status, stderr } = await runToEnd(kustomize, renderArguments(kustomize, folder, file), {
      timeoutMs,
    });
    // What a renderer warns of is about to stop working.
    if (status !== 0 || stderr !== '') throw new Error(`${folder} does not render: ${stderr.trim()}`);
    return parseAllDocuments(readFileSync(file, 'utf8')).map((document): KubernetesObject => {
      const object: unknown = document.toJS();
      if (!isObject(object)) throw new Error(`${folder} renders something that is no object`);
      return object;
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function isObject(value: unknown): value is KubernetesObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    'apiVersion' in value &&
    'kind' in value &&
    'metadata' in value
  );
}
