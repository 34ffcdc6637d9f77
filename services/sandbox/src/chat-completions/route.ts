import { createMeter } from '../answer/meter.ts';
import { openOutlet } from '../exchange/outlet.ts';
import { serveAnswer } from '../exchange/serve-answer.ts';
import { serveError } from '../exchange/serve-error.ts';
import { type ChosenFault, chooseFault } from '../faults/choose-fault.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { readClientRequestId } from '../log/client-request-id.ts';
import type { ServedRequest } from '../log/served-log.ts';
import { readBody } from '../read-body.ts';
import type { Route } from '../routes.ts';
import { type Accepted, acceptRequest } from './accept-request.ts';
import { createRendering } from './rendering.ts';
import { statusError } from './status-error.ts';
import { errorBody, type VendorError } from './vendor-error.ts';

const bodyLimitBytes = 128 * 1024 * 1024;

/** `POST /v1/chat/completions`. Every request that arrives here ends as one entry of the log. */
export const serveChatCompletion: Route = async (context, request, response) => {
  const outlet = openOutlet(response);
  const meter = createMeter();
  const clientId = readClientRequestId(request.headers['x-client-request-id']);
  const identity = {
    number: context.nextNumber(),
    life: context.life,
    created: Math.floor(Date.now() / 1000),
  };
  const log = (ending: Pick<ServedRequest, 'model' | 'fault' | 'outcome'>): void =>
    context.served.append({ ...clientId, ...ending, usage: meter.usage(), status: outlet.status() });

  const body = await readBody(request, bodyLimitBytes);
  if (body.type === 'gone') return log({ model: null, fault: null, outcome: 'aborted' });
  if (body.type === 'too-large') return await refuse(statusError(413), null);
  const { bytes } = body;
  context.received.add({ ...clientId, path: request.url ?? '', headers: request.headers, body: bytes });
  const accepted = acceptRequest(request.headers.authorization, bytes);
  if (accepted.type === 'refused') return await refuse(accepted.error, modelOf(bytes));
  await answer(accepted.value, chooseFault(context.faults, accepted.value.request.model));

  async function refuse(error: VendorError, model: string | null): Promise<void> {
    const rendering = createRendering({ ...identity, model: '' }, meter, false);
    const outcome = await serveError({ outlet, rendering }, error.status, errorBody(error));
    log({ model, fault: null, outcome });
  }

  async function answer({ request: chat, plan, key }: Accepted, fault: ChosenFault | null): Promise<void> {
    const { model, isStream, includesUsage } = chat;
    const rendering = createRendering({ ...identity, model }, meter, includesUsage);
    const credentials = { key, host: request.headers.host ?? '' };
    const exchange = { outlet, meter, plan, isStream, rendering, credentials };
    const outcome = await (fault ? fault.run(exchange) : serveAnswer(exchange));
    log({ model, fault: fault?.kind ?? null, outcome });
  }
};

function modelOf(bytes: Buffer): string | null {
  const model = asRecord(parseJson(bytes.toString()))?.model;
  return typeof model === 'string' ? model : null;
}
