import { fault, platformType } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import type { Fields } from '../../families/fields.ts';
import { checkTexts } from './check-texts.ts';
import { countIn } from './count-in.ts';
import { readForm } from './read-form.ts';

export interface Body {
  fields: Fields;
  isForm: boolean;
}

/** The members of a body in JSON or of a form. Throws a FaultError 400 for anything else. */
export async function readFields({ headers, body }: HandleRequest): Promise<Body> {
  const type = headers.find(({ name }) => name === 'content-type')?.value ?? '';
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    return checked({ fields: await readForm(type, body), isForm: true });
  }
  refuseCrowd(body);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalid('The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('The body is not an object.');
  return checked({ fields: value as Fields, isForm: false });
}

/** More than any family reads, by far. In memory values are many times their bytes: 16 MB of empty lists took 600. */
const mostValues = 250_000;

/** Before each value stands one of these. */
const marks = [',', '[', '{'];

function refuseCrowd(body: Buffer): void {
  const count = marks.reduce((sum, mark) => sum + countIn(body, mark, mostValues), 0);
  if (count > mostValues) throw invalid(`The body holds more than ${mostValues} values.`);
}

function checked(body: Body): Body {
  checkTexts(body.fields);
  return body;
}

function invalid(message: string): FaultError {
  return new FaultError(fault('invalid_request', { type: platformType, message }));
}
