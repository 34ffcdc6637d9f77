import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { asObject } from '../call/json.ts';
import type { Fields } from '../families/fields.ts';

const modes = ['FAST', 'RELAX', 'TURBO'] as const;

export type Mode = (typeof modes)[number];

/** The speed that the path asks for; undefined where it names none. There are no paths of other speeds. */
export function readMode(name: string): Mode | undefined {
  if (name === '') return undefined;
  const mode = modes.find((known) => known.toLowerCase() === name);
  if (mode) return mode;
  const message = `Invalid URL: there is no mode '${name.slice(0, 40)}'`;
  throw new FaultError({ ...fault('invalid_request', { status: 404, message }), code: '' });
}

/** The mode of the path wins over what the prompt says. */
export function withoutSpeed(prompt: string, mode: Mode | undefined): string {
  if (!mode) return prompt;
  return prompt.replace(/(?:^|\s)--(?:fast|relax|turbo)(?=\s|$)/gi, '').trim();
}

/** Which accounts of the vendor's may take a task. Of what a client says only the speed goes on. */
export function filterAccounts({ accountFilter }: Fields, mode: Mode | undefined): object {
  const asked = asObject(accountFilter)?.modes;
  const wanted = mode ? [mode] : modes.filter((known) => Array.isArray(asked) && asked.includes(known));
  return wanted.length > 0 ? { accountFilter: { modes: wanted } } : {};
}
