import { isRecord, type JsonRecord } from '../../json/read.ts';

/** What a `$ref` leads to within a schema: the schema itself, unless it is a path into it; undefined where nothing is there. */
export function schemaAt(root: JsonRecord, $ref: string): unknown {
  const steps = $ref.startsWith('#/') ? $ref.slice(2).split('/') : [];
  return steps.reduce<unknown>((at, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
}
