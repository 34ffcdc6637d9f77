import type { Say } from '../../counting/tally.ts';
import { isRecord, type JsonRecord, recordsIn, textIn } from '../../json/read.ts';

/** What a chunk or a whole answer says, in all its candidates. */
export function readSaid(answer: unknown, say: Say): void {
  for (const { content } of recordsIn(isRecord(answer) ? answer.candidates : undefined))
    for (const part of recordsIn(isRecord(content) ? content.parts : undefined)) sayPart(part, say);
}

/** Sketches among the thoughts are not counted. */
function sayPart({ text, thought, functionCall, inlineData }: JsonRecord, say: Say): void {
  const isThought = thought === true;
  say(isThought ? 'reasoning' : 'visible', textIn(text));
  if (isRecord(functionCall))
    say('visible', textIn(functionCall.name) + (functionCall.args ? JSON.stringify(functionCall.args) : ''));
  if (!isThought && holdsImage(inlineData)) say('image', '');
}

function holdsImage(inlineData: unknown): boolean {
  if (!isRecord(inlineData)) return false;
  return textIn(inlineData.mimeType).startsWith('image/') && textIn(inlineData.data) !== '';
}
