import { queryOf } from '../query-of.ts';
import type { Route } from '../routes.ts';
import { sendJson, sendProblem } from '../send-json.ts';

/** `GET /log?after=<id>`: a JSON array; 410 with `oldestId` when entries after that id were dropped. */
export const serveServed: Route = async ({ served }, request, response) => {
  const after = queryOf(request.url).get('after');
  if (!after) return sendJson(response, 200, served.all());
  if (!/^\d+$/.test(after)) return sendProblem(response, 400, 'after must be an id from the log, or 0.');
  const found = served.after(Number(after));
  if (found.type === 'entries') return sendJson(response, 200, found.json);
  const { oldestId } = found;
  sendProblem(response, 410, 'Entries after this id are no longer kept in memory; see the log file.', {
    oldestId,
  });
};

/** `GET /received?requestId=<id>`: the last requests to the model routes, as they arrived. */
export const serveReceived: Route = async ({ received }, request, response) => {
  sendJson(response, 200, received.list(queryOf(request.url).get('requestId')));
};
