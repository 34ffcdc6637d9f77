import type { Field, ScannedForm } from './scan.ts';

/** New values of fields; undefined takes a field out. */
export type FieldEdits = ReadonlyMap<string, string | undefined>;

/** The form with some fields set or taken out. All other bytes stay as they are; fields that are new come first. */
export function editFields(
  body: Buffer,
  { fields, start }: ScannedForm,
  boundary: string,
  edits: FieldEdits,
): Buffer {
  if (edits.size === 0) return body;
  const isThere = (name: string): boolean => fields.some((field) => field.name === name);
  const added = [...edits].flatMap(([name, value]) =>
    value === undefined || isThere(name) ? [] : [partOf(boundary, name, value)],
  );
  const pieces: Buffer[] = [Buffer.from(added.join(''))];
  let from = start;
  for (const field of fields) {
    if (!edits.has(field.name)) continue;
    const value = edits.get(field.name);
    const cut = value === undefined ? wholeOf(body, boundary, field) : field.value;
    pieces.push(body.subarray(from, cut.start), Buffer.from(value ?? ''));
    from = cut.end;
  }
  return Buffer.concat([...pieces, body.subarray(from)]);
}

/** The form with the value of one field set. */
export function setField(
  body: Buffer,
  form: ScannedForm,
  boundary: string,
  name: string,
  value: string,
): Buffer {
  return editFields(body, form, boundary, new Map([[name, value]]));
}

function partOf(boundary: string, name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

/** From its delimiter to the next one: a boundary stands nowhere but in delimiters. */
function wholeOf(body: Buffer, boundary: string, { value }: Field): Field['value'] {
  return { start: body.lastIndexOf(`--${boundary}`, value.start), end: value.end + 2 };
}
