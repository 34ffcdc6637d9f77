import type { Manifest } from '../manifest.ts';

/** The hash of its content, on what kustomize generates. */
const generated = /-[a-z0-9]{10}$/;

export interface Break {
  /** Kind and name of the object. */
  of: string;
  /** Where in it; numbers are places in lists. */
  path: string;
  /** What is put there; undefined removes what is there. */
  value: unknown;
}

/** A manifest that a policy must not let pass. */
export interface PolicyBreak extends Break {
  policy: string;
  title: string;
  /** The overlay that is broken; production's unless another is named. */
  from?: 'production' | 'development';
  says: RegExp;
}

/** A manifest in which one thing is otherwise. */
export function breakManifest(manifest: Manifest, { of, path, value }: Break): Manifest {
  const objects = structuredClone(manifest.objects);
  const object = objects.find(
    ({ kind, metadata }) => `${kind}/${metadata.name.replace(generated, '')}` === of,
  );
  if (object === undefined) throw new Error(`there is no ${of} in ${manifest.name}`);
  const steps = path.split('.').map((step) => step.replaceAll('|', '.'));
  const last = steps.pop() ?? '';
  let place: unknown = object;
  for (const step of steps) place = hasMembers(place) ? place[step] : undefined;
  if (!hasMembers(place)) throw new Error(`${of} has no ${path}`);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return { ...manifest, objects };
}

/** Lists, too: their members have numbers for names. */
function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
