import type { Field, ScannedForm } from './scan.ts';

/** The form with the value of one field set. All other bytes stay as they are; a field that is new comes first. */
export function setField(
  body: Buffer,
  { fields, start }: ScannedForm,
  boundary: string,
  name: string,
  value: string,
): Buffer {
  const field = fields.find((candidate: Field) => candidate.name === name);
  if (field) {
    const { start: from, end } = field.value;
    return Buffer.concat([body.subarray(0, from), Buffer.from(value), body.subarray(end)]);
  }
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([Buffer.from(part), body.subarray(start)]);
}
