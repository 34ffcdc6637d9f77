import type { Field } from '@headgate/runtime/config';
import { readSecret } from '@headgate/runtime/webhooks/secret';

/** A signing secret as Standard Webhooks writes it, `whsec_` and base64 of 24 to 64 bytes; undefined unless it is set. */
export function signingSecret(variable: string): Field<Buffer | undefined> {
  const parse = (text: string): Buffer => {
    const secret = readSecret(text);
    if (!secret) throw new Error('must be whsec_ and 24 to 64 bytes in base64');
    return secret;
  };
  return { variable, parse, fallback: { value: undefined } };
}
