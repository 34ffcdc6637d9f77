// Only this dialect has a language of its own for schemas, which is smaller than JSON schema.
import { asRecord, type JsonRecord } from '../json-record.ts';
import { unknownMember } from './member.ts';
import { unknownName, type VendorError } from './vendor-error.ts';

const members = new Set([
  'anyOf',
  'default',
  'description',
  'enum',
  'example',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'nullable',
  'pattern',
  'properties',
  'propertyOrdering',
  'required',
  'title',
  'type',
]);

/** The first word of a schema that the vendor does not know, such as `additionalProperties` or `$schema`. */
export function checkSchema(schema: unknown, path: string): VendorError | null {
  const record = asRecord(schema);
  if (!record) return null;
  const unknown = unknownMember(record, members);
  if (unknown !== undefined) return unknownName(unknown, path);
  for (const [inner, at] of innerSchemas(record, path)) {
    const error = checkSchema(inner, at);
    if (error) return error;
  }
  return null;
}

function innerSchemas({ properties, items, anyOf }: JsonRecord, path: string): [unknown, string][] {
  const options: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  return [
    ...Object.entries(asRecord(properties) ?? {}).map(([name, inner]): [unknown, string] => [
      inner,
      `${path}.properties[${name}].value`,
    ]),
    [items, `${path}.items`],
    ...options.map((inner, index): [unknown, string] => [inner, `${path}.any_of[${index}]`]),
  ];
}
