import type { Incoming } from '../exchange/dialect.ts';
import { findKind } from '../faults/kinds.ts';
import { faultOfModel } from '../faults/read-fault.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { authorize, keyOf } from './authorize.ts';
import { unknownModel } from './read-request.ts';
import { type Checked, invalid, refused, wrongType } from './vendor-error.ts';

/** What every route of the vendor wants to know first. */
export interface OpenedRequest {
  key: string;
  model: string;
  body: JsonRecord;
}

/** Checks key, JSON and model. `fallback` is the model where none is named; without it one must be. */
export function openRequest({ headers, bytes }: Incoming, fallback?: string): Checked<OpenedRequest> {
  const error = authorize(headers.authorization);
  if (error) return refused(error);
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(invalid('We could not parse the JSON body of your request.', null));
  const checked = checkModel(body.model ?? fallback);
  if (checked.type === 'refused') return checked;
  return { type: 'ok', value: { key: keyOf(headers.authorization) ?? '', model: checked.value, body } };
}

export function checkModel(model: unknown): Checked<string> {
  if (model === undefined) return refused(invalid('you must provide a model parameter', null));
  if (typeof model !== 'string') return refused(wrongType('model', 'a string', model));
  const fault = faultOfModel(model);
  const isUnknown = model.startsWith('unknown-') || (fault !== null && !findKind(fault));
  return isUnknown ? refused(unknownModel(model)) : { type: 'ok', value: model };
}
