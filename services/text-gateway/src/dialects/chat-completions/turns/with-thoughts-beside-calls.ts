import { editElements } from '../../../json/edit-elements.ts';
import { ifReadable } from '../../../json/if-readable.ts';
import { elementsIn, memberBytes } from '../../../json/parts.ts';
import { scanObject } from '../../../json/scan.ts';
import { splice } from '../../../json/splice.ts';

/**
 * The body with `reasoning_content` beside all calls of its history, for a service that refuses calls without it: where another
 * upstream made them, what that one calls `reasoning`, and `unknown` where it told of none. All else keeps its bytes; the body
 * itself where nothing lacks. Undefined where it cannot be read.
 */
export function withThoughtsBesideCalls(body: Buffer, unknown: string): Buffer | undefined {
  if (!body.includes(calls)) return body;
  return ifReadable(() => editElements(body, 'messages', (message) => withThoughts(message, unknown)));
}

const calls = Buffer.from('"tool_calls"');

function withThoughts(message: Buffer, unknown: string): Buffer {
  if (!message.includes(calls)) return message;
  const scanned = scanObject(message);
  const member = (name: string) => memberBytes(message, scanned, name);
  const given = member('reasoning_content');
  if (elementsIn(member('tool_calls')).length === 0 || saysSomething(given)) return message;
  const reasoning = member('reasoning');
  const thoughts = saysSomething(reasoning) ? String(reasoning) : JSON.stringify(unknown);
  if (given?.toString() === thoughts) return message;
  return splice(message, scanned, new Map([['reasoning_content', thoughts]]));
}

const quote = 0x22;

/** An empty text says nothing: Moonshot takes it for none. */
function saysSomething(bytes: Buffer | undefined): boolean {
  return bytes?.[0] === quote && bytes.length > '""'.length;
}
