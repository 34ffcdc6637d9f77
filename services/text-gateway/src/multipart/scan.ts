/**
 * Finds the fields of a `multipart/form-data` body, without copying its bytes. Parsers differ in what they forgive; what
 * bills a request must be what the upstream reads, so nothing is forgiven here. Source: RFC 7578 and RFC 2046, 5.1.
 */
import type { Span } from '../json/scan.ts';

export interface Field {
  name: string;
  isFile: boolean;
  value: Span;
}

export interface ScannedForm {
  fields: Field[];
  /** Where the first delimiter is. */
  start: number;
}

/** Why bytes are not a form that can be read. In words for the client. */
export class FormError extends Error {}

const maxFields = 1_000;
const maxHeaderBytes = 4_096;
const boundaryWord = /^[\w'()+,./:=?-]{1,70}$/;

/** The boundary that a content type names. */
export function readBoundary(contentType: string): string {
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const named = parameters.filter((parameter) => /^boundary\s*=/i.test(parameter));
  const boundary = named[0]?.replace(/^boundary=/i, '').replace(/^"(.*)"$/, '$1') ?? '';
  if (mediaType.toLowerCase() !== 'multipart/form-data')
    throw new FormError('The body must be multipart/form-data.');
  if (named.length !== 1 || !boundaryWord.test(boundary))
    throw new FormError('The content type names no boundary that can be read.');
  return boundary;
}

export function scanForm(body: Buffer, boundary: string): ScannedForm {
  const mark = Buffer.from(`--${boundary}`);
  const start = body.indexOf(mark);
  if (start !== 0 && !(start === 2 && startsLine(body, 0)))
    throw new FormError('The body does not begin with its boundary.');
  const fields: Field[] = [];
  for (let at = start + mark.length; !isClosing(body, at); ) {
    if (!startsLine(body, at)) throw new FormError('A boundary of the body is followed by something else.');
    const end = body.indexOf(mark, at);
    // Every occurrence ends a part: within a value it could mean something to a lenient parser.
    if (end === -1 || !startsLine(body, end - 2)) throw new FormError('The body ends before its form does.');
    fields.push(readPart(body, at + 2, end - 2));
    if (fields.length > maxFields) throw new FormError(`The body has more than ${maxFields} fields.`);
    at = end + mark.length;
  }
  return { fields, start };
}

function startsLine(body: Buffer, at: number): boolean {
  return body[at] === 0x0d && body[at + 1] === 0x0a;
}

/** Two dashes, and nothing but the end of the line behind them. */
function isClosing(body: Buffer, at: number): boolean {
  const rest = body.toString('latin1', at, at + 5);
  if (!rest.startsWith('--')) return false;
  if (rest !== '--' && rest !== '--\r\n') throw new FormError('The body goes on after its form.');
  return true;
}

function readPart(body: Buffer, start: number, end: number): Field {
  const headEnd = body.indexOf('\r\n\r\n', start);
  if (headEnd === -1 || headEnd + 4 > end || headEnd - start > maxHeaderBytes)
    throw new FormError('A field of the body has no head that can be read.');
  const lines = body.toString('utf8', start, headEnd).split('\r\n');
  const head = readHead(lines);
  return { ...head, value: { start: headEnd + 4, end } };
}

const headerLine = /^([\w-]+):[ \t]*(.*)$/;
/** A parameter in quotes, or a bare word. A backslash before a quote is where parsers differ on its end. */
const parameter = /^;[ \t]*([\w*-]+)=(?:"((?:[^"\\]|\\(?!"))*)"|([^\s";\\]+))[ \t]*/;

function readHead(lines: readonly string[]): Pick<Field, 'name' | 'isFile'> {
  const dispositions: string[] = [];
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (!name || value === undefined || /[\r\n\0]/.test(line))
      throw new FormError('A field of the body has a head that cannot be read.');
    if (name.toLowerCase() === 'content-disposition') dispositions.push(value);
    if (name.toLowerCase() === 'content-transfer-encoding' && !/^(?:7bit|8bit|binary)$/i.test(value.trim()))
      throw new FormError('A field of the body is written in an encoding that is not served.');
  }
  const [disposition = ''] = dispositions;
  if (dispositions.length !== 1 || !/^form-data[ \t]*;/i.test(disposition))
    throw new FormError('A field of the body does not say what it is.');
  return readDisposition(disposition.replace(/^form-data[ \t]*/i, ''));
}

function readDisposition(text: string): Pick<Field, 'name' | 'isFile'> {
  const parameters = new Map<string, string>();
  for (let rest = text; rest !== ''; ) {
    const [whole, name = '', quoted, bare] = parameter.exec(rest) ?? [];
    if (whole === undefined || parameters.has(name.toLowerCase()))
      throw new FormError('A field of the body has a name that cannot be read.');
    parameters.set(name.toLowerCase(), quoted ?? bare ?? '');
    rest = rest.slice(whole.length);
  }
  const name = parameters.get('name');
  if (name === undefined || name === '' || name.includes('\\') || parameters.has('name*'))
    throw new FormError('A field of the body has no name that can be read.');
  return { name, isFile: parameters.has('filename') || parameters.has('filename*') };
}
