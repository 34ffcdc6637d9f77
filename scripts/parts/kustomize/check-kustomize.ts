import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { renderArguments } from './render-arguments.ts';

const timeoutMs = 60_000;

/**
 * Why this program will not do; undefined when it will. It is tried on a component that merges into a generated
 * ConfigMap: versions are numbered in too many ways, and Debian 12's kubectl knows no components.
 */
export async function checkKustomize(program: string, signal: AbortSignal): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-kustomize-'));
  try {
    for (const [name, text] of Object.entries({ base, component })) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'kustomization.yaml'), text);
    }
    writeFileSync(join(folder, 'kustomization.yaml'), kustomization);
    const args = renderArguments(program, folder, join(folder, 'rendered.yaml'));
    const { status, stderr } = await runToEnd(program, args, { timeoutMs, signal });
    return status === 0 ? undefined : `it does not render (${stderr.trim().split('\n')[0] || 'no reason'})`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const base = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
configMapGenerator: [{ name: settings, literals: [first=1] }]
`;

const component = `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
configMapGenerator: [{ name: settings, behavior: merge, literals: [second=2] }]
`;

const kustomization = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [base]
components: [component]
`;
