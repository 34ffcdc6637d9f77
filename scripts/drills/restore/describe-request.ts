import type { Known } from './read-known.ts';
import type { Sent } from './read-stream.ts';

/** What there is to say about a request, wherever it left something. */
export interface Traces {
  known: Known;
  sent: ReadonlyMap<string, Sent[]>;
  /** Requests that had a film made. */
  films: ReadonlySet<string>;
  /** When the backup was begun and the database lost, by the clock of the ids. */
  backedUpAtMs: number;
  lostAtMs: number;
}

/** What a request was, when it came, what the backup had of it, and where the stream has its close. */
function describeRequest(id: string, { known, sent, films, ...at }: Traces): string {
  const task = known.tasks.get(id);
  return [
    films.has(id) ? 'a film' : 'text',
    `began ${fromThen(id, at.backedUpAtMs)} the backup, ${fromThen(id, at.lostAtMs)} the loss`,
    `the backup has ${known.entryIds.has(id) ? 'its entry' : 'no entry'}${task ? `, and its task as ${task}` : ''}`,
    describeSent(sent.get(id) ?? [], known),
  ].join('; ');
}

function describeSent(sent: readonly Sent[], { cursorSeq, appliedSeqs }: Known): string {
  const [first] = sent;
  if (!first) return 'the stream has no close of it';
  const messages = sent.map(({ messageSeq }) => messageSeq).join(', ');
  const { run, seq, status, attempts } = first.close;
  const ofRun = run && `, number ${seq} of a run booked to ${appliedSeqs.get(run) ?? 'none'}`;
  const said = `status ${status}, attempts ${attempts}`;
  return `its close (${said}) is in message ${messages}${ofRun}; the backup's cursor is at ${cursorSeq}`;
}

function fromThen(id: string, thenMs: number): string {
  const seconds = (beganAtMs(id) - thenMs) / 1_000;
  return `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'before' : 'after'}`;
}

/** Ids of requests begin with the milliseconds since 1970. */
function beganAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A violation with what there is to say about the request that it names, if it names one. */
export function explain(violation: string, traces: Traces): string {
  const id = uuid.exec(violation)?.[0];
  return id === undefined ? violation : `${violation} (${describeRequest(id, traces)})`;
}
