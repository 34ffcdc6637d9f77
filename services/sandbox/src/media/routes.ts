import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { queryOf } from '../query-of.ts';
import { readBody } from '../read-body.ts';
import type { Route } from '../routes.ts';
import { sendJson, sendProblem } from '../send-json.ts';
import { readMediaFault } from './faults/read-fault.ts';

const bodyLimitBytes = 64 * 1024;

/** `GET /media/log[?on=&vendor=&job=&requestId=]`: what was asked of vendors of media. */
export const serveMediaLog: Route = async ({ media }, request, response) => {
  const wanted = queryOf(request.url);
  const isWanted = (name: string, value: string | null): boolean =>
    !wanted.has(name) || wanted.get(name) === value;
  const entries = media.log.list(
    ({ on, vendor, job, requestId }) =>
      isWanted('on', on) &&
      isWanted('vendor', vendor) &&
      isWanted('job', job) &&
      isWanted('requestId', requestId),
  );
  sendJson(response, 200, JSON.stringify(entries));
};

/** `GET /media/faults`: those that are still to come. */
export const serveMediaFaults: Route = async ({ media }, _request, response) => {
  sendJson(response, 200, JSON.stringify(media.faults.list()));
};

/** `POST /media/faults`: scripts one fault, 201 with it. */
export const serveNewMediaFault: Route = async ({ media }, request, response) => {
  const body = await readBody(request, bodyLimitBytes);
  if (body.type !== 'body') return sendProblem(response, 413, 'A fault is a small JSON object.');
  const read = readMediaFault(body.bytes.toString());
  if (read.type === 'problem') return sendProblem(response, 400, read.message);
  sendJson(response, 201, JSON.stringify(media.faults.add(read.fault)));
};

/** `DELETE /media/faults`: forgets all. */
export const serveMediaFaultRemoval: Route = async ({ media }, _request, response) => {
  sendJson(response, 200, JSON.stringify({ removed: media.faults.clear() }));
};

/** `POST /media/steps` `{job?, steps?}`: moves one job or all, so many steps or to the end. */
export const serveSteps: Route = async ({ media }, request, response) => {
  const { job: id, steps = 1e6 } = await bodyOf(request);
  if (typeof steps !== 'number') return sendProblem(response, 400, 'steps is a number.');
  const moved = media.jobs.all().filter((job) => id === undefined || job.id === id);
  for (const job of moved) job.stepsTaken += steps;
  sendJson(response, 200, JSON.stringify({ moved: moved.map((job) => job.id) }));
};

/** `POST /media/clock` `{ms}`: sets the clock of all media forward. */
export const serveClock: Route = async ({ media }, request, response) => {
  const { ms } = await bodyOf(request);
  if (typeof ms !== 'number' || ms < 0) return sendProblem(response, 400, 'ms is a number from 0.');
  media.setForward(ms);
  sendJson(response, 200, JSON.stringify({ now: media.now() }));
};

async function bodyOf(request: Parameters<Route>[1]): Promise<JsonRecord> {
  const body = await readBody(request, bodyLimitBytes);
  return body.type === 'body' ? (asRecord(parseJson(body.bytes.toString())) ?? {}) : {};
}
