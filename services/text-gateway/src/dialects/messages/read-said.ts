import type { Say } from '../../counting/tally.ts';
import { isRecord, type JsonRecord, textIn } from '../../json/read.ts';

/** What an event or a whole message says. */
export function readSaid(answer: unknown, say: Say): void {
  if (!isRecord(answer)) return;
  const { content, content_block: block, delta } = answer;
  for (const said of [...(Array.isArray(content) ? content : []), block, delta])
    if (isRecord(said)) sayBlock(said, say);
}

function sayBlock({ text, thinking, name, input, partial_json: args }: JsonRecord, say: Say): void {
  say('visible', textIn(text) + textIn(name) + textIn(args));
  say('reasoning', textIn(thinking));
  // A call begins with an empty object, and its pieces follow.
  if (isRecord(input) && Object.keys(input).length > 0) say('visible', JSON.stringify(input));
}
