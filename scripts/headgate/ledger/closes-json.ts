import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { isRecord } from '@headgate/runtime/is-record';

/** A close with every member it can have: its types say how JSON is read. */
const template = Close.fromPartial({ path: [''], usage: { metered: [{}] } });

/** Closes as JSON; 64 bit numbers are texts. */
export function closesToJson(closes: readonly Close[]): unknown {
  return JSON.parse(
    JSON.stringify(closes, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
}

/** Closes of JSON: a list of them, or what `show` printed. Throws with the member that is wrong. */
export function jsonToCloses(json: unknown): Close[] {
  const list = isRecord(json) && 'closes' in json ? json.closes : json;
  if (!Array.isArray(list)) throw new Error('The file holds no list of closes.');
  return list.map((close, index) => readClose(close, `closes[${index}]`));
}

function readClose(json: unknown, at: string): Close {
  return Close.fromPartial(isRecord(json) ? readMembers(json, template, at) : wrong(at, 'a close'));
}

/** Members of a message by the types of another one of its kind. */
function readMembers(json: Record<string, unknown>, like: object, at: string): object {
  const types = new Map<string, unknown>(Object.entries(like));
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, readValue(value, types.get(name), `${at}.${name}`)]),
  );
}

function readValue(value: unknown, like: unknown, at: string): unknown {
  if (like === undefined) return wrong(at, 'known');
  if (typeof like === 'bigint')
    return /^-?\d+$/.test(String(value)) ? BigInt(String(value)) : wrong(at, 'a whole number');
  if (Array.isArray(like)) {
    if (!Array.isArray(value)) return wrong(at, 'a list');
    return value.map((item, index) => readValue(item, like[0], `${at}[${index}]`));
  }
  if (isRecord(like)) return isRecord(value) ? readMembers(value, like, at) : wrong(at, 'an object');
  return typeof value === typeof like ? value : wrong(at, `a ${typeof like}`);
}

function wrong(at: string, wanted: string): never {
  throw new Error(`${at} is not ${wanted}.`);
}
