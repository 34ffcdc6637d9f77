import { isPlainUrl } from '@headgate/runtime/outbound/is-plain-url';
import { z } from 'zod';
import { findCause } from '../apply/problems/find-cause.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse, refuseFor } from '../operations/refuse.ts';
import { noInput } from '../operations/words.ts';
import { isSecretOption, optionsSchema, readOptions, writeOption } from './options.ts';

const names = optionsSchema.keyof();
const optionView = z.object({ key: names, value: z.unknown() });

/** Long texts are not kept a second time in the audit log. */
const longestAudited = 200;

export const optionOperations: Record<string, Operation> = {
  'options.list': defineOperation({
    role: 'root',
    summary: 'Every option of the installation, secret ones aside',
    input: noInput,
    data: z.array(optionView),
    async run({ knex }) {
      const options = await readOptions(knex);
      return names.options.filter((key) => !isSecretOption(key)).map((key) => ({ key, value: options[key] }));
    },
  }),

  'options.change': defineOperation({
    role: 'root',
    summary: 'Changes one option of the installation',
    isChange: true,
    input: z.object({ body: optionView }),
    data: z.void(),
    async run({ knex }, act, { body: { key, value } }) {
      if (value === undefined) return refuse('option_value_needed', 'value');
      const parsed = optionsSchema.shape[key].safeParse(value, { reportInput: true });
      if (!parsed.success) {
        const [first] = parsed.error.issues;
        return refuseFor([
          { path: 'value', message: first?.message ?? '', cause: first && findCause(first) },
        ]);
      }
      // Not in the schema: one that is kept from before is still read.
      if (key === 'server_address' && parsed.data !== '' && !isPlainUrl(String(parsed.data)))
        refuse('server_address_unplain', 'value');
      const { [key]: before } = await readOptions(knex);
      if (JSON.stringify(before) === JSON.stringify(parsed.data)) return act.changedNothing();
      await knex.transaction(async (transaction) => {
        await writeOption(transaction, key, parsed.data);
        const [shown, now] = isSecretOption(key) ? ['hidden', 'changed'] : [before, parsed.data].map(shorten);
        await act.audit(transaction, {
          kind: 'option',
          id: key,
          name: key,
          changes: { value: [shown, now] },
        });
      });
    },
  }),
};

function shorten(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, longestAudited) : value;
}
