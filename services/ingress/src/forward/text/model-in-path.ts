import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';

/**
 * The name of the model in a path; empty where the row has none. It may hold slashes; the one at the end is the path's.
 * Native clients name models as resources, with `models/` before the name.
 */
export function modelInPath(segments: string | string[] | undefined, dialect: Dialect): string {
  if (segments === undefined) return '';
  const name = [segments].flat().join('/').replace(/\/$/, '');
  return dialect === Dialect.GENERATE_CONTENT ? name.replace(/^models\//, '') : name;
}
