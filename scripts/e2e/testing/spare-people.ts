import { credentialsOf, type Name } from './people.ts';
import { type Session, signIn } from './session.ts';
import { totp } from './totp.ts';
import type { World } from './world.ts';

/** People of whom things are taken, and who go themselves in the end. */
export interface SparePeople {
  /** Has begun to set a second factor up, has two passkeys, and has just confirmed that it is they. */
  spare: Spare & { passkeyId: string };
  /** Has a second factor and a passkey. */
  guarded: Spare & { backupCode: string; flowCookie: string };
}

interface Spare {
  id: string;
  cookie: string;
  /** What their app shows. */
  code: (stepsAhead?: number) => string;
}

/** Gives people of the configuration what can be taken of them again. */
export async function makeSparePeople(world: World): Promise<SparePeople> {
  const spare = await setUp(world, 'spare');
  const passkeyId = await addPasskey(world, spare.id);
  await addPasskey(world, spare.id);
  const proof = { method: 'password', ...credentialsOf('spare') };
  const confirmed = await askForCookie(world, '/api/verify', proof, spare.session.cookie);

  const guarded = await setUp(world, 'guarded');
  await guarded.session.post('/api/user/2fa/enable', { code: guarded.code() });
  await addPasskey(world, guarded.id);
  const flowCookie = await askForCookie(world, '/api/user/login', credentialsOf('guarded'));
  const { cookie } = guarded.session;
  return {
    spare: { id: spare.id, code: spare.code, passkeyId, cookie: confirmed },
    guarded: { id: guarded.id, code: guarded.code, backupCode: guarded.backupCode, cookie, flowCookie },
  };
}

async function setUp(
  world: World,
  who: Name,
): Promise<Omit<Spare, 'cookie'> & { session: Session; backupCode: string }> {
  const { username, password } = credentialsOf(who);
  const session = await signIn(world.baseUrl, username, password);
  const { id } = Object(await session.get('/api/user/self'));
  const { secret, backup_codes: codes } = Object(await session.post('/api/user/2fa/setup'));
  return { id: String(id), session, code: (steps) => totp(secret, steps), backupCode: codes[0] };
}

/** No browser is here to make one: it is written as account would have kept it. */
async function addPasskey({ sql }: World, userId: string): Promise<string> {
  const [row] = await sql(
    `insert into account.passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
     values ($1, gen_random_uuid()::text, '\\x00', 0, '{}', 'A phone', false) returning id`,
    [userId],
  );
  return String(row?.id);
}

async function askForCookie(
  { baseUrl }: World,
  path: string,
  body: object,
  cookie?: string,
): Promise<string> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify(body),
  });
  const given = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (given === undefined) throw new Error(`${path} gave no cookie: ${await answer.text()}`);
  return given;
}
