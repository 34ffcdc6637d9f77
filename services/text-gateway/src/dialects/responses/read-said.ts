import { writeArgs } from '../../canon/tools/args.ts';
import type { Say } from '../../counting/tally.ts';
import { isRecord, type JsonRecord, recordsIn, textIn } from '../../json/read.ts';

/** Pieces of text by the type of their event. What is done repeats them. */
const deltas = new Map<string, 'visible' | 'reasoning'>([
  ['response.output_text.delta', 'visible'],
  ['response.refusal.delta', 'visible'],
  ['response.function_call_arguments.delta', 'visible'],
  ['response.custom_tool_call_input.delta', 'visible'],
  ['response.reasoning_summary_text.delta', 'reasoning'],
  ['response.reasoning_text.delta', 'reasoning'],
]);

/** What an event or a whole response says. */
export function readSaid(answer: unknown, say: Say): void {
  if (!isRecord(answer)) return;
  const { type, delta, item, output } = answer;
  const kind = typeof type === 'string' ? deltas.get(type) : undefined;
  if (kind) say(kind, textIn(delta));
  else if (type === 'response.output_item.added' && isRecord(item)) say('visible', textIn(item.name));
  else for (const whole of recordsIn(output)) sayItem(whole, say);
}

function sayItem({ type, name, arguments: args, input, content, summary }: JsonRecord, say: Say): void {
  const kind = type === 'reasoning' ? 'reasoning' : 'visible';
  say('visible', textIn(name) + writeArgs(args) + textIn(input));
  for (const { text, refusal } of [...recordsIn(summary), ...recordsIn(content)])
    say(kind, textIn(text) + textIn(refusal));
}
