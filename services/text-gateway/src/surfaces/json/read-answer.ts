import type { Usage } from '../../canon/usage.ts';
import type { WholeAnswer } from '../../dialects/passage.ts';
import { memberBytes } from '../../json/parts.ts';
import { saidError } from '../../json/said-error.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { splice } from '../../json/splice.ts';
import { holdsAny } from './holds-any.ts';

/** Reads one member of an answer. */
export type ReadMember = (name: string) => unknown;

/** How whole answers of a style are told from anything else, and what they cost. */
export interface JsonAnswer {
  /** The member without which it is none; of several, one is enough. */
  has: string | readonly string[];
  /** What that member holds at least one of, at whatever depth; absent where it may be empty. */
  holds?: readonly string[];
  decodeUsage(read: ReadMember): Usage | undefined;
}

/** Reads a whole answer in JSON. Throws when the bytes are none. */
export function readJsonAnswer(
  { has, holds, decodeUsage }: JsonAnswer,
  came: Buffer,
  model: string | undefined,
): WholeAnswer {
  const { bytes, scanned } = scanLeniently(came);
  const read: ReadMember = (name) => readScanned(bytes, scanned, name);
  const error = saidError(read('error'));
  const isAnswer = [has].flat().some((name) => {
    const member = memberBytes(bytes, scanned, name);
    return member !== undefined && (!holds || holdsAny(member, holds));
  });
  if (error === undefined && !isAnswer) throw new Error(`The answer has no ${holds ?? has}`);
  const isRenamed = model !== undefined && scanned.members.has('model');
  return {
    body: splice(bytes, scanned, new Map(isRenamed ? [['model', JSON.stringify(model)]] : [])),
    usage: decodeUsage(read),
    error,
  };
}
