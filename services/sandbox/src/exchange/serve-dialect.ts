import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMeter } from '../answer/meter.ts';
import { type ChosenFault, chooseFault } from '../faults/choose-fault.ts';
import { readClientRequestId } from '../log/client-request-id.ts';
import type { ServedRequest } from '../log/served-log.ts';
import { readBody } from '../read-body.ts';
import type { SandboxContext } from '../sandbox.ts';
import type { Accepted, Dialect } from './dialect.ts';
import { openOutlet } from './outlet.ts';
import { serveAnswer } from './serve-answer.ts';
import { serveError } from './serve-error.ts';

export const bodyLimitBytes = 128 * 1024 * 1024;

/** Answers one request in a dialect. Every request that arrives here ends as one entry of the log. */
export async function serveDialect<E extends { status: number }>(
  dialect: Dialect<E>,
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const outlet = openOutlet(response);
  const meter = createMeter();
  const clientId = readClientRequestId(request.headers['x-client-request-id']);
  const identity = {
    number: context.nextNumber(),
    life: context.life,
    created: Math.floor(Date.now() / 1000),
  };
  const path = request.url ?? '';
  const log = (ending: Pick<ServedRequest, 'model' | 'fault' | 'outcome'>): void =>
    context.served.append({
      ...clientId,
      dialect: dialect.name,
      ...ending,
      usage: meter.usage(),
      status: outlet.status(),
    });

  const body = await readBody(request, bodyLimitBytes);
  if (body.type === 'gone') return log({ model: null, fault: null, outcome: 'aborted' });
  if (body.type === 'too-large') return await refuse(dialect.statusError(413), null);
  const incoming = { path, headers: request.headers, bytes: body.bytes };
  context.received.add({ ...clientId, path, headers: request.headers, body: body.bytes });
  const accepted = dialect.accept(incoming, context);
  if (accepted.type === 'refused') return await refuse(accepted.error, dialect.modelOf(incoming));
  await answer(accepted.value, chooseFault(context.faults, accepted.value.model));

  async function refuse(error: E, model: string | null): Promise<void> {
    const headers = dialect.headers(identity, error);
    const outcome = await serveError(outlet, error.status, dialect.errorBody(error, identity), headers);
    log({ model, fault: null, outcome });
  }

  async function answer(
    { model, plan, isStream, key, createRendering }: Accepted,
    fault: ChosenFault | null,
  ): Promise<void> {
    const rendering = createRendering(identity, meter);
    const credentials = { key, host: request.headers.host ?? '', path: path.split('?', 1)[0] ?? '' };
    const exchange = { outlet, meter, plan, isStream, rendering, credentials };
    const outcome = await (fault ? fault.run(exchange) : serveAnswer(exchange));
    log({ model, fault: fault?.kind ?? null, outcome });
  }
}
