import type { z } from 'zod';
import type { modelSchema, price } from '../apply/document/models.ts';
import { toModel } from '../apply/plan/models.ts';
import { toPrice } from '../apply/prices/to-price.ts';
import { findModelProblems } from '../apply/problems/find-contradictions.ts';
import { changeCatalog } from '../catalog-changes/change-catalog.ts';
import { refuseProblems } from '../catalog-changes/refuse-problems.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';

export type ModelFields = Omit<z.output<typeof modelSchema>, 'price'> & {
  name: string;
  price?: z.output<typeof price> | undefined;
};

/** Makes a model, or changes it: members that are left out stay, a price is replaced whole. */
export async function putModel(
  context: Context,
  act: Act<User>,
  { name, price: given, ...members }: ModelFields,
): Promise<void> {
  await changeCatalog(context, act, ({ models }) => {
    const known = models.find((model) => model.name === name);
    if (!known && !given) refuse('price_missing', 'price');
    const entry = { ...members, price: given ?? {} };
    // Without a price there is nothing to say about it.
    const checked = { ...entry, price: given ?? { call: '0' } };
    refuseProblems(findModelProblems(name, checked, []));
    const model = toModel(name, entry, known, { fromConfig: known?.fromConfig ?? false });
    return { models: [model], prices: given ? [toPrice(name, entry)] : [] };
  });
}
