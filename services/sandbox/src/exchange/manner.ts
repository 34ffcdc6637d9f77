import type { Plan } from '../answer/plan.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import type { SandboxContext } from '../sandbox.ts';
import type { Checked, Dialect, Incoming } from './dialect.ts';
import type { Frame, Rendering } from './exchange.ts';

/** How a service speaks the dialect of another vendor: what it wants otherwise, and what it says otherwise. */
export interface Manner<E extends { status: number }> {
  /** Refuses what the service refuses; gives the request in the form in which the dialect knows it. */
  receive(incoming: Incoming, context: SandboxContext): Checked<Incoming, E>;
  /** What it makes of a request, as it arrived, that the dialect would only say something to. */
  plan?(plan: Plan, incoming: Incoming): Plan;
  /** A chunk of a stream, or a whole answer. */
  write?(json: JsonRecord): JsonRecord;
  /** A chunk before all others. */
  opening?: JsonRecord;
  /** The chunk that ends an answer, with the usage that has no chunk of its own. */
  joinUsage?(finish: JsonRecord, usage: unknown): JsonRecord;
}

/** The dialect as the service speaks it. */
export function inManner<E extends { status: number }>(dialect: Dialect<E>, manner: Manner<E>): Dialect<E> {
  return {
    ...dialect,
    accept(incoming, context) {
      const received = manner.receive(incoming, context);
      if (received.type === 'refused') return received;
      const accepted = dialect.accept(received.value, context);
      if (accepted.type === 'refused') return accepted;
      const { createRendering, plan } = accepted.value;
      const value = {
        ...accepted.value,
        plan: manner.plan?.(plan, incoming) ?? plan,
        createRendering: (...given: Parameters<typeof createRendering>) =>
          renderInManner(createRendering(...given), manner),
      };
      return { type: 'ok', value };
    },
  };
}

type Writing = Omit<Manner<never>, 'receive' | 'plan'>;

function renderInManner(rendering: Rendering, manner: Writing): Rendering {
  const { write = (json) => json } = manner;
  const { withPromptUsage } = rendering;
  return {
    ...rendering,
    frames: (deltas) => framesInManner(rendering.frames(deltas), manner),
    body: (deltas) => JSON.stringify(write(asRecord(parseJson(rendering.body(deltas))) ?? {})),
    withoutUsage: () => renderInManner(rendering.withoutUsage(), manner),
    ...(withPromptUsage && { withPromptUsage: () => renderInManner(withPromptUsage(), manner) }),
  };
}

function* framesInManner(frames: Iterable<Frame>, manner: Writing): Generator<Frame> {
  const { opening, write = (json) => json, joinUsage } = manner;
  if (opening) yield { type: 'other', text: `data: ${JSON.stringify(opening)}\n\n`, deltas: [] };
  let finish: Frame | null = null;
  for (const frame of frames) {
    const { type } = frame;
    if (finish && joinUsage && type === 'usage') {
      const { usage } = jsonOf(frame) ?? {};
      yield rewrite(finish, (json) => joinUsage(write(json), asRecord(write({ usage }))?.usage));
      finish = null;
      continue;
    }
    if (finish) yield rewrite(finish, write);
    finish = joinUsage && type === 'finish' ? frame : null;
    if (!finish) yield rewrite(frame, write);
  }
  if (finish) yield rewrite(finish, write);
}

const data = /^data: (\{.*\})$/m;

function jsonOf({ text }: Frame): JsonRecord | null {
  return asRecord(parseJson(data.exec(text)?.[1] ?? ''));
}

function rewrite(frame: Frame, write: (json: JsonRecord) => JsonRecord): Frame {
  const json = jsonOf(frame);
  if (!json) return frame;
  return { ...frame, text: frame.text.replace(data, () => `data: ${JSON.stringify(write(json))}`) };
}
