import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { denyFor } from '../operations/refuse.ts';
import { hashToken } from '../sessions/token.ts';
import { endFlow } from '../sign-in-flows/flow.ts';
import { type OauthFlow, oauthFlow } from './flow.ts';

/** 256 bits. */
export function makeState(): { state: string; stateHash: string } {
  const state = randomBytes(32).toString('base64url');
  return { state, stateHash: hashToken(state).toString('base64url') };
}

/** Ends the flow that this browser began under a state, once; whoever brings another, or none, is refused. */
export async function endOauthFlow(
  context: Pick<Context, 'knex'>,
  act: Act,
  state: string | undefined,
): Promise<OauthFlow> {
  const begun = state === undefined ? undefined : await endFlow(context, act, oauthFlow);
  const isRight =
    begun && timingSafeEqual(hashToken(state ?? ''), Buffer.from(begun.state_hash, 'base64url'));
  if (!isRight) denyFor('sign_in_not_begun');
  return begun;
}
