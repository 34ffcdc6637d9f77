import { faultOfModel } from '../faults/read-fault.ts';
import type { JsonRecord } from '../json-record.ts';
import type { ClientRequestId } from '../log/client-request-id.ts';
import { type ChosenMediaFault, chooseMediaFault } from './faults/choose-fault.ts';
import { findMediaKind, statusOf } from './faults/fault-kinds.ts';
import type { Met } from './faults/fault-script.ts';
import { rangeOf } from './files/range.ts';
import { isEnding, type Job, type JobDraft } from './jobs/job.ts';
import { type JobControls, readControls } from './jobs/read-controls.ts';
import type { Media } from './media.ts';
import type { Handled, MediaCall, MediaVendor, Poll } from './media-vendor.ts';
import { jsonReply, type Reply, withMembers } from './reply.ts';

/** What is answered, before it is sent. */
export interface Decision {
  /** Null for a request that the vendor refuses by itself. */
  met: Met | null;
  /** The id of the job that it is about. */
  job: string | null;
  reply: Reply;
  fault: ChosenMediaFault | null;
}

/** Whether there is such a model: all but those that say otherwise by their name. */
export function isServed(model: string): boolean {
  const fault = faultOfModel(model);
  return !model.startsWith('unknown-') && (fault === null || findMediaKind(fault) !== null);
}

/** Makes or moves the job that a request is about, as the fault that meets the request wants it. */
export function decide(
  vendor: MediaVendor,
  call: MediaCall,
  handled: Handled,
  clientId: ClientRequestId,
): Decision {
  const { media } = call;
  switch (handled.type) {
    case 'refused':
      return { met: null, job: null, reply: handled.reply, fault: null };
    case 'create': {
      const { draft } = handled;
      const met: Met = { on: 'create', vendor: vendor.name, model: draft.model };
      const read = readControls(draft.prompt);
      if (read.type === 'problem') {
        return { met, job: null, reply: vendor.error(400, read.message), fault: null };
      }
      const fault = chooseMediaFault(media.faults, met);
      const instead = insteadOf(vendor, fault);
      if (instead && fault?.parameters.made !== 1) return { met, job: null, reply: instead, fault };
      const job = makeJob(vendor, draft, read.controls, { fault, now: media.now(), clientId });
      media.jobs.add(job);
      return { met, job: job.id, reply: instead ?? handled.answer(job), fault };
    }
    case 'poll': {
      const { job } = handled;
      const met: Met = { on: 'poll', vendor: job.vendor, model: job.model };
      const fault = chooseMediaFault(media.faults, met);
      const reply = insteadOf(vendor, fault) ?? jsonReply(...pollOf(vendor, handled, media, fault));
      return { met, job: job.id, reply, fault };
    }
    case 'polls':
      return decidePolls(vendor, media, handled.polls);
    case 'content': {
      const { about, reply } = handled;
      const met: Met = { on: 'content', vendor: about.vendor, model: about.model };
      const fault = chooseMediaFault(media.faults, met);
      const whole = insteadOf(vendor, fault) ?? rangeOf(reply, call.incoming.headers.range);
      return { met, job: about.id, reply: whole, fault };
    }
    case 'other': {
      const met: Met = { on: 'other', vendor: vendor.name, model: handled.model ?? '' };
      const fault = chooseMediaFault(media.faults, met);
      return { met, job: null, reply: insteadOf(vendor, fault) ?? handled.reply, fault };
    }
  }
}

/** The answer of a fault that has one of its own. */
function insteadOf(vendor: MediaVendor, fault: ChosenMediaFault | null): Reply | null {
  if (!fault) return null;
  const { kind, parameters } = fault;
  const status = statusOf(kind);
  if (status !== null) {
    const reply = vendor.error(status);
    const { retryAfter } = parameters;
    if (retryAfter === null) return reply;
    return { ...reply, headers: { ...reply.headers, 'retry-after': String(retryAfter) } };
  }
  const given = Number(parameters.status);
  switch (kind) {
    case 'moderated':
      return vendor.moderated();
    case 'broke':
      return vendor.broke();
    case 'garbage':
      return {
        status: given,
        headers: { 'content-type': 'text/html' },
        body: '<html><h1>It works!</h1></html>',
      };
    case 'empty-body':
      return { status: given, headers: {}, body: '' };
    case 'redirect':
      return { status: 302, headers: { location: String(parameters.location) }, body: '' };
    default:
      return null;
  }
}

function makeJob(
  vendor: MediaVendor,
  { states, ...draft }: JobDraft,
  { polls, isHeld, ending }: JobControls,
  { fault, now, clientId }: { fault: ChosenMediaFault | null; now: number; clientId: ClientRequestId },
): Job {
  const end = fault?.kind.startsWith('ends-') ? fault.kind.slice('ends-'.length) : ending;
  const steps = polls ?? states + 1;
  return {
    ...draft,
    vendor: vendor.name,
    createdMs: now,
    ending: isEnding(end) ? end : ending,
    steps,
    // Nobody sees a job that is held take its first step, so that it has none left to take.
    stepsTaken: isHeld ? Math.min(1, steps - 1) : 0,
    isHeld,
    endedMs: null,
    clientId,
  };
}

/** Answers about several jobs at once, as a JSON array. */
function decidePolls(vendor: MediaVendor, media: Media, polls: Poll[]): Decision {
  const found: JsonRecord[] = [];
  let met: Met = { on: 'poll', vendor: vendor.name, model: '' };
  let first: ChosenMediaFault | null = null;
  for (const poll of polls) {
    const { model } = poll.job;
    met = { on: 'poll', vendor: vendor.name, model };
    const fault = chooseMediaFault(media.faults, met);
    first ??= fault;
    if (fault?.kind === 'status-404') continue;
    const instead = insteadOf(vendor, fault);
    if (instead) return { met, job: null, reply: instead, fault };
    found.push(pollOf(vendor, poll, media, fault)[1]);
  }
  const job = polls.length === 1 ? (polls[0]?.job.id ?? null) : null;
  return { met, job, reply: jsonReply(200, found), fault: first };
}

function pollOf(
  { statusPath, mediaPath }: MediaVendor,
  { job, answer }: Poll,
  media: Media,
  fault: ChosenMediaFault | null,
): [status: number, json: JsonRecord] {
  const { status = 200, json } = answer(media.observe(job));
  const isEmpty = fault?.kind === 'no-media' || job.ending === 'empty';
  const known = isEmpty && mediaPath !== null ? withMembers(json, mediaPath, undefined) : json;
  if (fault?.kind === 'unknown-status')
    return [status, withMembers(known, statusPath, fault.parameters.word)];
  return [status, fault?.kind === 'no-status' ? withMembers(known, statusPath, undefined) : known];
}
