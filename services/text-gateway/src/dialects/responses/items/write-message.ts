import type { JsonRecord } from '../../../json/read.ts';
import { encodeOutputText, encodeRefusal } from '../encode-blocks.ts';
import type { ItemPlace, Output, WireEvent } from './write-output.ts';

/** A message of the model. Texts and refusals that follow each other are its parts. */
export interface MessageWriter {
  start(kind: PartKind): WireEvent[];
  delta(kind: PartKind, delta: string): WireEvent[];
  end(kind: PartKind, text: string): WireEvent[];
  /** No further part: ends the message, where one is open. */
  close(status: 'completed' | 'incomplete'): WireEvent[];
}

type PartKind = 'text' | 'refusal';

const partOf = { text: encodeOutputText, refusal: encodeRefusal };

export function createMessageWriter(output: Output): MessageWriter {
  let open: { place: ItemPlace; content: JsonRecord[] } | undefined;

  function at(): JsonRecord {
    return { ...open?.place, content_index: open?.content.length };
  }

  return {
    start(kind) {
      const events: WireEvent[] = [];
      if (!open) {
        const begun = output.begin('msg', {
          type: 'message',
          status: 'in_progress',
          role: 'assistant',
          content: [],
        });
        open = { place: begun.place, content: [] };
        events.push(...begun.events);
      }
      return [...events, { type: 'response.content_part.added', ...at(), part: partOf[kind]('') }];
    },
    delta: (kind, delta) => [
      kind === 'text'
        ? { type: 'response.output_text.delta', ...at(), delta, logprobs: [] }
        : { type: 'response.refusal.delta', ...at(), delta },
    ],
    end(kind, text) {
      const part = partOf[kind](text);
      const events: WireEvent[] = [
        kind === 'text'
          ? { type: 'response.output_text.done', ...at(), text, logprobs: [] }
          : { type: 'response.refusal.done', ...at(), refusal: text },
        { type: 'response.content_part.done', ...at(), part },
      ];
      open?.content.push(part);
      return events;
    },
    close(status) {
      if (!open) return [];
      const { place, content } = open;
      open = undefined;
      return output.end(place, { status, content });
    },
  };
}
