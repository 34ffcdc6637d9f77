import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import { kinds } from './kinds.ts';
import type { KubernetesObject, Manifest } from './manifest.ts';

const tsc = join(repository, 'scripts/node_modules/.bin/tsc');
const timeoutMs = 120_000;

/** What the schemas of the Kubernetes API and of the operators say against the objects of a manifest. */
export function checkSchemas({ name, objects }: Manifest): string[] {
  return objects.flatMap((object) => {
    const kind = kindOf(object);
    const title = `${name}: ${object.kind} ${object.metadata.name}`;
    if (kind === undefined) return [`${title}: scripts/k8s/kinds.ts has no schema of ${object.apiVersion}`];
    try {
      kind.model.prototype.validate.call(withoutBreaks(object));
      return [];
    } catch (error) {
      return [`${title}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

function kindOf({ apiVersion, kind }: KubernetesObject): (typeof kinds)[number] | undefined {
  return kinds.find(({ model }) => model.apiVersion === apiVersion && model.kind === kind);
}

/** Base64 that the renderer has broken into lines is read by the API, and not by the schema's pattern. */
function withoutBreaks(object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Secret' || typeof object.data !== 'object' || object.data === null) return object;
  const data = Object.fromEntries(
    Object.entries(object.data).map(([key, value]) => [key, String(value).replaceAll('\n', '')]),
  );
  return { ...object, data };
}

/**
 * Members that no schema knows. The API drops them without a word, and so do the schemas; the types that are made of the
 * same schemas do not.
 */
export async function checkFields(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-fields-'));
  try {
    symlinkSync(join(repository, 'scripts/node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    for (const [file, text] of modulesOf(manifests)) writeFileSync(join(folder, file), text);
    const { status, stdout } = await runToEnd(tsc, ['-p', folder], { cwd: folder, timeoutMs });
    if (status === 0) return [];
    return stdout.split('\n').filter((line) => /error TS|^\S/.test(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const settings = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['*.ts'],
};

/** A module for each object; what is the same in several manifests is read once. */
function modulesOf(manifests: readonly Manifest[]): Map<string, string> {
  const seen = new Set<string>();
  const modules = new Map<string, string>();
  for (const { name, objects } of manifests) {
    for (const object of objects) {
      const text = JSON.stringify(object, null, 1);
      const kind = kindOf(object);
      if (kind === undefined || seen.has(text)) continue;
      seen.add(text);
      const type = `I${object.kind}`;
      modules.set(
        `${name}.${object.kind}.${object.metadata.name}.ts`.replaceAll(' ', '-'),
        `import type { ${type} } from '${kind.module}/${object.kind}';\nexport const object: ${type} = ${text};\n`,
      );
    }
  }
  return modules;
}
