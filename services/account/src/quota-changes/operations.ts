import type { PurseOwner } from '@headgate/proto/purses';
import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { id, unitsOut } from '../operations/words.ts';
import { changeQuota } from './change-quota.ts';
import { quotaChange } from './quota-change.ts';

const data = z.object({ total_granted: unitsOut, total_used: unitsOut, total_available: unitsOut });

/** Quota is given and taken by administrators alone. */
function defineChange(summary: string, kind: PurseOwner['kind']): Operation {
  return defineOperation({
    role: 'admin',
    summary,
    isChange: true,
    input: z.object({ path: z.object({ id }), body: quotaChange }),
    data,
    async run(context, act, { path, body }) {
      const { granted, used } = await changeQuota(context, act, body, { kind, id: path.id });
      return { total_granted: granted, total_used: used, total_available: granted - used };
    },
  });
}

export const quotaOperations: Record<string, Operation> = {
  'users.change-quota': defineChange('Gives a user quota, or takes some', 'user'),
  'keys.change-quota': defineChange('Gives a key quota, or takes some', 'key'),
};
