import { scanObject } from '../../json/scan.ts';
import { type Edits, splice } from '../../json/splice.ts';
import type { Upstream, Ways } from '../../upstreams/upstream.ts';

/** What an upstream wants otherwise than its style says, in one call. */
export type CallWays = Ways & Pick<Upstream, 'usageOnRequest'>;

/** Sets the members that it wants in a body in JSON. */
export function setMembers(body: Buffer, members: Edits | undefined): Buffer {
  return members ? splice(body, scanObject(body), members) : body;
}
