import { bytesPerToken, countTokens } from './count-tokens.ts';
import type { FinishReason, Plan, PlannedImage } from './plan.ts';
import { pieces, type TextSource, takeBytes } from './text-source.ts';

/** One step of an answer. `choice` and `call` count from 0. */
export type Delta =
  | { type: 'start'; choice: number }
  | { type: 'reasoning'; choice: number; text: string }
  | { type: 'content'; choice: number; text: string }
  | { type: 'image'; choice: number; image: PlannedImage }
  | { type: 'call-start'; choice: number; call: number; name: string }
  | { type: 'call-arguments'; choice: number; call: number; text: string }
  | { type: 'finish'; choice: number; reason: FinishReason; stopWord: string | null };

/** Says what the plan holds, step by step; several choices take turns. Nothing is made before it is asked for. */
export function* produce(plan: Plan): Generator<Delta> {
  const speakers = plan.contents.map((content, choice) => speak(plan, choice, content));
  while (speakers.length > 0) {
    for (const speaker of [...speakers]) {
      const step = speaker.next();
      if (step.done) speakers.splice(speakers.indexOf(speaker), 1);
      else yield step.value;
    }
  }
}

function* speak(plan: Plan, choice: number, content: TextSource): Generator<Delta> {
  yield { type: 'start', choice };
  const room = createRoom(plan.limitTokens);
  for (const text of plan.reasoning ? room.fit(pieces(plan.reasoning)) : []) {
    yield { type: 'reasoning', choice, text };
  }
  room.endToken();
  for (const text of room.fit(pieces(content))) yield { type: 'content', choice, text };
  if (choice === 0) for (const image of plan.images ?? []) yield { type: 'image', choice, image };
  for (const [call, { name, arguments: text }] of plan.calls.entries()) {
    if (room.isFull() || !room.take(name)) break;
    yield { type: 'call-start', choice, call, name };
    const fragments = pieces({ type: 'fixed', text, pieceSize: plan.callPieceSize });
    for (const fragment of room.fit(fragments))
      yield { type: 'call-arguments', choice, call, text: fragment };
  }
  yield room.isFull()
    ? { type: 'finish', choice, reason: 'length', stopWord: null }
    : { type: 'finish', choice, reason: plan.finish, stopWord: plan.stopWord };
}

interface Room {
  /** Passes pieces on, the last one cut, until the limit is reached. */
  fit(source: Iterable<string>): Generator<string>;
  /** Whether a text that cannot be cut still fits; if so it is counted. */
  take(text: string): boolean;
  /** Something had to be left out. */
  isFull(): boolean;
  /** What follows begins a token of its own. */
  endToken(): void;
}

function createRoom(limitTokens: number | null): Room {
  const limitBytes = limitTokens === null ? Number.POSITIVE_INFINITY : limitTokens * bytesPerToken;
  let used = 0;
  let isFull = false;
  return {
    *fit(source) {
      for (const piece of source) {
        if (isFull) return;
        const sizeBytes = Buffer.byteLength(piece);
        const taken = used + sizeBytes <= limitBytes ? piece : takeBytes(piece, limitBytes - used);
        isFull = taken.length < piece.length;
        used += isFull ? Buffer.byteLength(taken) : sizeBytes;
        if (taken.length > 0) yield taken;
      }
    },
    take(text) {
      const sizeBytes = Buffer.byteLength(text);
      if (used + sizeBytes > limitBytes) isFull = true;
      else used += sizeBytes;
      return !isFull;
    },
    isFull: () => isFull,
    endToken() {
      used = countTokens(used) * bytesPerToken;
    },
  };
}
