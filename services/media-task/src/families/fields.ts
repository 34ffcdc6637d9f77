import { refuse, show } from './refuse.ts';

/** The members of a body: of JSON as they are; of a form text, files, and lists where a name is repeated. */
export type Fields = Readonly<Record<string, unknown>>;

/** A file of a form. */
export class UploadedFile {
  readonly bytes: Buffer;
  /** As sniffed from its first bytes, not as the client says. */
  readonly type: string;

  constructor(bytes: Buffer, type: string) {
    this.bytes = bytes;
    this.type = type;
  }
}

const longestPrompt = 32_000;

export function readPrompt(fields: Fields): string {
  const { prompt } = fields;
  if (typeof prompt !== 'string' || prompt.trim() === '') refuse('prompt', 'prompt is required: a text.');
  if (prompt.length > longestPrompt) {
    refuse('prompt', `prompt has ${prompt.length} characters; at most ${longestPrompt} are taken.`);
  }
  return prompt;
}

/** A member that is a text, if it is there. */
export function readText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') refuse(name, `${name} is ${show(value)}; it must be a text.`);
  return value;
}

/** A whole number, as a number or as text, if it is there. */
export function readWhole(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    refuse(name, `${name} is ${show(value)}; it must be a whole number.`);
  }
  return number;
}
