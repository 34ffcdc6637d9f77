import { openOutlet } from '../exchange/outlet.ts';
import { bodyLimitBytes } from '../exchange/serve-dialect.ts';
import { readClientRequestId } from '../log/client-request-id.ts';
import { readBody } from '../read-body.ts';
import type { Route } from '../routes.ts';
import { decide } from './decide.ts';
import { deliver } from './deliver.ts';
import { alter } from './faults/alter.ts';
import type { Handle, Handled, MediaVendor } from './media-vendor.ts';

/** A route of a vendor of media. Every request that arrives here is one entry of the media log. */
export function mediaRoute(vendor: MediaVendor, handle: Handle): Route {
  return async (context, request, response) => {
    const outlet = openOutlet(response);
    const { headers, url: path = '', method = '' } = request;
    const { media } = context;
    const identity = {
      number: context.nextNumber(),
      life: context.life,
      created: Math.floor(media.now() / 1_000),
    };
    const named = readClientRequestId(headers['x-client-request-id']);
    const body = await readBody(request, bodyLimitBytes);
    if (body.type === 'gone') return;
    const bytes = body.type === 'body' ? body.bytes : Buffer.alloc(0);
    context.received.add({ ...named, path, headers, body: bytes });
    const incoming = { path, headers, bytes };
    const call = { context, media, method, incoming, identity, origin: `http://${headers.host}` };
    const handled: Handled =
      body.type === 'too-large' ? { type: 'refused', reply: vendor.error(413) } : handle(call);
    const externalId = handled.type === 'create' ? handled.draft.externalId : undefined;
    const clientId = externalId === undefined ? named : readClientRequestId(externalId);
    const { met, job, reply, fault } = decide(vendor, call, handled, clientId);
    const sent = alter({ ...reply, headers: { ...vendor.headers(identity), ...reply.headers } }, fault);
    media.log.append({
      ...clientId,
      vendor: met?.vendor ?? vendor.name,
      on: met?.on ?? 'other',
      model: met?.model ?? null,
      job,
      status: fault?.kind === 'cut-before-head' ? null : sent.status,
      fault: fault?.kind ?? null,
    });
    await deliver(outlet, sent, fault, method === 'HEAD');
  };
}
