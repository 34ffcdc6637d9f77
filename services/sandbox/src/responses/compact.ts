// Only this dialect makes conversations shorter.
import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import { type Checked, invalid, refused } from '../chat-completions/vendor-error.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import type { Rendering } from '../exchange/exchange.ts';
import type { SandboxContext } from '../sandbox.ts';
import { acceptRequest } from './accept-request.ts';
import { encryptContent } from './encrypted-content.ts';
import { type AnswerIdentity, itemId, responseId } from './identity.ts';
import type { Item } from './item.ts';
import { readRequest } from './read-request.ts';
import { createRendering } from './rendering.ts';
import { usageOf } from './usage.ts';

/** Accepts what a response could be made for: what would be said becomes the summary. Never streamed. */
export function acceptCompaction(incoming: Incoming, context: SandboxContext): Checked<Accepted> {
  const accepted = acceptRequest(incoming, context);
  if (accepted.type === 'refused') return accepted;
  const read = readRequest(incoming.bytes, context.responses.of(accepted.value.key));
  if (read.type === 'refused') return read;
  const { model, items, body } = read.value;
  if (body.stream !== undefined) {
    return refused(invalid("Unknown parameter: 'stream'.", 'stream', 'unknown_parameter'));
  }
  const value: Accepted = {
    ...accepted.value,
    createRendering: (identity, meter) =>
      compactionRendering({ ...identity, model }, items, () => meter.usage()),
  };
  return { type: 'ok', value };
}

function compactionRendering(
  identity: AnswerIdentity,
  items: Item[],
  usage: (() => Usage) | null,
): Rendering {
  const shows = { showsSummary: false, includesEncrypted: false };
  const shape = { body: {}, ownTools: new Map(), ...shows, onOutput: () => {} };
  return {
    ...createRendering(identity, shape, null),
    body: (deltas) => compactionBody(deltas, identity, items, usage?.() ?? null),
    withoutUsage: () => compactionRendering(identity, items, null),
  };
}

/** What the user said stays readable; the rest is one item that only the vendor can read. */
function compactionBody(
  deltas: Delta[],
  identity: AnswerIdentity,
  items: Item[],
  usage: Usage | null,
): string {
  const said = items.flatMap(({ message }) => (message?.role === 'user' ? [message.text] : []));
  const summary = deltas.map((delta) => (delta.type === 'content' ? delta.text : '')).join('');
  const id = itemId(identity, 'cmp', said.length);
  const messages = said.map((text, index) => ({
    id: itemId(identity, 'msg', index),
    type: 'message',
    status: 'completed',
    role: 'user',
    content: [{ type: 'input_text', text }],
  }));
  return JSON.stringify({
    id: responseId(identity),
    object: 'response.compaction',
    created_at: identity.created,
    output: [...messages, { id, type: 'compaction', encrypted_content: encryptContent(id, summary) }],
    ...(usage && { usage: usageOf(usage) }),
  });
}
