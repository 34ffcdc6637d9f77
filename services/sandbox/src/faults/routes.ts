import { queryOf } from '../query-of.ts';
import { readBody } from '../read-body.ts';
import type { Route } from '../routes.ts';
import { sendJson, sendProblem } from '../send-json.ts';
import { readFault } from './read-fault.ts';

const bodyLimitBytes = 64 * 1024;

/** `GET /faults`: those that are still to come. */
export const serveFaultList: Route = async ({ faults }, _request, response) => {
  sendJson(response, 200, JSON.stringify(faults.list()));
};

/** `POST /faults`: scripts one fault, 201 with it. */
export const serveNewFault: Route = async ({ faults }, request, response) => {
  const body = await readBody(request, bodyLimitBytes);
  if (body.type === 'gone') return;
  if (body.type === 'too-large') return sendProblem(response, 413, 'A fault is a small JSON object.');
  const read = readFault(body.bytes.toString());
  if (read.type === 'problem') return sendProblem(response, 400, read.message);
  sendJson(response, 201, JSON.stringify(faults.add(read.fault)));
};

/** `DELETE /faults[?model=]`: forgets all faults, or those of one model; says how many. */
export const serveFaultRemoval: Route = async ({ faults }, request, response) => {
  const model = queryOf(request.url).get('model');
  const removed = faults.clear((fault) => model === null || fault.model === model);
  sendJson(response, 200, JSON.stringify({ removed }));
};
