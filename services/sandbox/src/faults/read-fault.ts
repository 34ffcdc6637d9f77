import { asRecord, parseJson } from '../json-record.ts';
import { commonStatuses, faultKinds, findKind } from './kinds.ts';
import type { ScriptedFault } from './script.ts';

export type ReadFault = { type: 'fault'; fault: ScriptedFault } | { type: 'problem'; message: string };

/** Reads the body of `POST /faults`: `{kind, model?, nth?, <parameters of the kind>}`. */
export function readFault(text: string): ReadFault {
  const body = asRecord(parseJson(text));
  if (!body) return problem('The body must be a JSON object.');
  const { model = '*', kind, nth = null, ...others } = body;
  const found = typeof kind === 'string' ? findKind(kind) : null;
  if (typeof kind !== 'string' || !found) {
    return problem(`kind must be one of ${Object.keys(faultKinds).join(', ')} or status-<400 to 599>.`);
  }
  if (typeof model !== 'string') return problem('model must be a string.');
  if (nth !== null && !isCount(nth)) return problem('nth must be a whole number from 1.');
  const parameters: Record<string, number> = {};
  for (const [name, value] of Object.entries(others)) {
    if (!Object.hasOwn(found.defaults, name)) return problem(`${kind} has no parameter ${name}.`);
    if (typeof value !== 'number' || value < 0) return problem(`${name} must be a number from 0.`);
    parameters[name] = value;
  }
  return { type: 'fault', fault: { model, kind, nth, parameters } };
}

/** The fault that a model has by its name, `fault-<kind>`. */
export function faultOfModel(model: string): string | null {
  return model.startsWith('fault-') ? model.slice('fault-'.length) : null;
}

/** Models that always fail, for the model list. */
export function faultModels(): string[] {
  const kinds = [...Object.keys(faultKinds), ...commonStatuses.map((status) => `status-${status}`)];
  return kinds.map((kind) => `fault-${kind}`);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}

function problem(message: string): ReadFault {
  return { type: 'problem', message };
}
