import { type Fields, UploadedFile } from '../fields.ts';
import { refuse, show } from '../refuse.ts';
import type { Reference, Source } from '../wish.ts';
import { sniffType } from './sniff.ts';

const largestBytes = 20 * 1024 * 1024;
/** A file in the vendor's own library. */
const assetAddress = /^asset:\/\/[A-Za-z0-9_-]{1,128}$/;
/** With any type and parameters: the bytes say what they are. */
const dataUrl = /^data:[^,]{0,200};base64,/i;

/** What a member refers to: one or a list of addresses, data URLs, files of the form, or objects with `image_url`. */
export function readReferences(
  fields: Fields,
  name: string,
  of: Pick<Reference, 'kind' | 'role'>,
): Reference[] {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return [];
  const values = Array.isArray(value) ? value : [value];
  return values.map((item, index) => {
    const param = Array.isArray(value) ? `${name}[${index}]` : name;
    return { ...of, source: readSource(item, param, of.kind), param };
  });
}

/** The same source named twice for the same counts once. As first and as last frame it is two. */
export function withoutRepeats(references: readonly Reference[]): Reference[] {
  const seen = new Set<string>();
  return references.filter(({ kind, role, source }) => {
    const file = 'bytes' in source ? source.bytes.toString('base64') : JSON.stringify(source);
    const name = `${kind} ${role} ${file}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}

/** One source, or a refusal that names `param`. */
export function readSource(value: unknown, param: string, kind: Reference['kind']): Source {
  if (value instanceof UploadedFile) return checkBytes(value.bytes, param, kind);
  const text = typeof value === 'string' ? value : addressIn(value);
  if (text === undefined) refuse(param, `${param} is ${show(value)}; it must be an address or a data URL.`);
  if (dataUrl.test(text)) return checkBytes(decodeDataUrl(text, param), param, kind);
  if (assetAddress.test(text)) return { asset: text };
  if (/^https?:\/\//i.test(text)) return { url: checkAddress(text, param) };
  if (/^data:/i.test(text)) refuse(param, `${param} is not a data URL of a file in base64.`);
  return checkBytes(decodeBase64(text, param), param, kind);
}

/** `{image_url: "..."}` and `{image_url: {url: "..."}}`. */
function addressIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('image_url' in value)) return undefined;
  const { image_url: address } = value;
  if (typeof address === 'string') return address;
  const isObject = typeof address === 'object' && address !== null && 'url' in address;
  return isObject && typeof address.url === 'string' ? address.url : undefined;
}

export function checkAddress(text: string, param: string): string {
  if (text.length > 8_192 || !URL.canParse(text)) refuse(param, `${param} is not an address.`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') refuse(param, `${param} must not hold a user name.`);
  return text;
}

function decodeDataUrl(text: string, param: string): Buffer {
  return decodeBase64(text.slice(text.indexOf(',') + 1), param);
}

function decodeBase64(text: string, param: string): Buffer {
  // One pattern for all of it would remember each character, and run out of stack on many millions.
  const digits = text.trimEnd().replace(/={1,2}$/, '');
  if (digits === '' || /[^A-Za-z0-9+/\r\n]/.test(digits)) {
    refuse(param, `${param} is neither an address nor base64.`);
  }
  return Buffer.from(text, 'base64');
}

function checkBytes(bytes: Buffer, param: string, kind: Reference['kind']): Source {
  if (bytes.length > largestBytes) {
    refuse(param, `${param} has ${bytes.length} bytes; at most ${largestBytes} are taken.`);
  }
  const type = sniffType(bytes);
  if (type === undefined || !type.startsWith(`${kind}/`)) {
    refuse(param, `${param} is not ${kind === 'video' ? 'a' : 'an'} ${kind} of a known type.`);
  }
  return { bytes, type };
}
