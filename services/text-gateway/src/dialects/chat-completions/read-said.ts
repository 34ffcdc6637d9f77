import type { StreamSoFar } from '../../counting/hear-frames.ts';
import type { Say } from '../../counting/tally.ts';
import { isRecord, recordsIn } from '../../json/read.ts';
import { reasoningOf, textOf } from './reply/texts.ts';

/** What a chunk or a whole answer says, in all its choices. */
export function readSaid(answer: unknown, say: Say, stream?: StreamSoFar): void {
  for (const { delta, message, text } of recordsIn(isRecord(answer) ? answer.choices : undefined)) {
    say('visible', textOf(text));
    if (stream && isRecord(delta)) stream.hasPieces = true;
    // Behind pieces a message is the whole once more.
    const said = isRecord(delta) || stream?.hasPieces ? delta : message;
    if (!isRecord(said)) continue;
    say('reasoning', reasoningOf(said));
    say('visible', textOf(said.content) + textOf(said.refusal));
    if (isRecord(said.audio)) say('visible', textOf(said.audio.transcript));
    for (const _picture of recordsIn(said.images)) say('image', '');
    const calls = recordsIn(said.tool_calls).flatMap(({ function: called, custom }) => [called, custom]);
    for (const { name, arguments: args, input } of recordsIn([...calls, said.function_call]))
      say('visible', textOf(name) + (isRecord(args) ? JSON.stringify(args) : textOf(args)) + textOf(input));
  }
}
