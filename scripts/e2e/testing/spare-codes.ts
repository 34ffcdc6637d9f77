import type { Session } from './session.ts';

/** Redemption codes that an administrator has made. */
export interface SpareCodes {
  /** The text of one that nobody has used. */
  code: string;
  /** The ids of others. */
  spareCodes: [string, string];
}

export async function makeSpareCodes(operator: Session): Promise<SpareCodes> {
  const make = async (name: string, count: number): Promise<unknown[]> =>
    Object.values(Object(await operator.post('/api/redemption', { name, quota: 500, count })));
  const [code] = await make('own', 1);
  await make('spare', 2);
  const { items } = Object(await operator.get('/api/redemption/search?keyword=spare'));
  return { code: String(code), spareCodes: [String(items[0].id), String(items[1].id)] };
}
