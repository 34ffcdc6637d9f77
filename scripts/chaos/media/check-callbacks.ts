import type { CallbackReceiver } from './callback-receiver.ts';
import type { Submitted } from './load.ts';

/** What contradicts that whoever wished for it was told how its task ended, and nobody of anything else. */
export function checkCallbacks(
  { told, wrong }: Pick<CallbackReceiver, 'told' | 'wrong'>,
  submitted: readonly Submitted[],
): string[] {
  const wished = new Map(
    submitted.flatMap((seen) => (seen.taskId !== null && seen.wantsCallback ? [[seen.taskId, seen]] : [])),
  );
  return [
    ...wrong,
    ...[...wished].flatMap(([id, { shown }]) => {
      const heard = told.get(id);
      if (!heard || heard.taken === 0) return [`${id}: no callback was delivered`];
      const states = [...heard.states].join(' and ');
      return states === shown?.status ? [] : [`${id} is ${shown?.status}, and its callback says ${states}`];
    }),
  ];
}
