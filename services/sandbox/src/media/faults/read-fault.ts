import { asRecord, parseJson } from '../../json-record.ts';
import { findMediaKind, mediaFaultKinds } from './fault-kinds.ts';
import type { MediaFault } from './fault-script.ts';

export type ReadMediaFault = { type: 'fault'; fault: MediaFault } | { type: 'problem'; message: string };

/** Reads the body of `POST /media/faults`: `{kind, on?, vendor?, model?, nth?, <parameters of the kind>}`. */
export function readMediaFault(text: string): ReadMediaFault {
  const body = asRecord(parseJson(text));
  if (!body) return problem('The body must be a JSON object.');
  const { kind, on, vendor = '*', model = '*', nth = null, ...others } = body;
  const found = typeof kind === 'string' ? findMediaKind(kind) : null;
  if (typeof kind !== 'string' || !found) {
    const names = Object.keys(mediaFaultKinds).join(', ');
    return problem(`kind must be one of ${names}, status-<400 to 599> or ends-<how a job ends>.`);
  }
  const occasion = on === undefined ? found.on[0] : found.on.find((candidate) => candidate === on);
  if (!occasion) return problem(`on must be one of ${found.on.join(', ')}.`);
  if (typeof vendor !== 'string' || typeof model !== 'string')
    return problem('vendor and model are strings.');
  if (nth !== null && !(Number.isInteger(nth) && Number(nth) >= 1)) return problem('nth counts from 1.');
  const parameters: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(others)) {
    if (!Object.hasOwn(found.defaults, name)) return problem(`${kind} has no parameter ${name}.`);
    if (typeof value !== 'number' && typeof value !== 'string')
      return problem(`${name} is a number or text.`);
    parameters[name] = value;
  }
  const at = nth === null ? null : Number(nth);
  return { type: 'fault', fault: { kind, on: occasion, vendor, model, nth: at, parameters } };
}

function problem(message: string): ReadMediaFault {
  return { type: 'problem', message };
}
