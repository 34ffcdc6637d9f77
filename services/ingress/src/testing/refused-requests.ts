import { fault, platformType } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import request from 'supertest';
import type { Route } from '../routes/route.ts';
import type { Refusal } from './refusal.ts';
import { methodsAt, pathOf } from './row-kind.ts';
import { answerOk } from './scripted-text-gateway.ts';
import { send, withKey } from './send.ts';

/** Whoever may come in, but gets nothing. */

const unavailable = { code: 'service_unavailable', type: platformType, messagesType: 'api_error' };

/** The gateway refuses with `refused`, whose code, type and words reach the client as they are. */
function byGateway(refused: Fault, headers: Record<string, unknown> = {}, messagesType?: string): Refusal {
  const { code = null, type, param, message } = refused;
  return {
    code,
    type,
    messagesType,
    param,
    message,
    headers: () => headers,
    async provoke({ full }, route) {
      full.text.onOpen = (relay) => relay.refuse(refused);
      const response = await send(full, route, withKey('sk-good'));
      full.text.onOpen = answerOk;
      return response;
    },
  };
}

export const spent = [byGateway(fault('insufficient_user_quota'))];

/** Our own words on a model come with `permanent`: asking again is no use. */
const unservedModel = byGateway(fault('model_not_found', { param: 'model', permanent: true }), {
  'x-should-retry': 'false',
});

export const unknownModel = [
  byGateway(fault('model_not_found', { status: 404, type: 'invalid_request_error', param: 'model' })),
];

export const busyUpstream = [
  byGateway(fault('too_many_requests', { retryAfterMs: 6_400 }), { 'retry-after': '7' }, 'rate_limit_error'),
];

export const otherMethod: Refusal[] = (['put', 'patch', 'options'] as const).map((verb) => ({
  code: '',
  type: 'invalid_request_error',
  isOffTable: true,
  headers: (route) => ({ allow: methodsAt(route) }),
  provoke: ({ full }, route) => request(full.url)[isServed(verb, route) ? 'patch' : verb](pathOf(route)),
}));

function isServed(verb: string, route: Route): boolean {
  return (
    methodsAt(route).split(', ').includes(verb.toUpperCase()) ||
    (verb === 'options' && route.isCrossOrigin === true)
  );
}

export const tooLarge: Refusal[] = [
  {
    code: 'request_too_large',
    type: 'invalid_request_error',
    provoke: ({ full }, route) =>
      send(full, route, { ...withKey('sk-good'), 'content-type': 'application/json' }).send(
        'x'.repeat(20_000),
      ),
  },
];

export const tooLargeSignedIn: Refusal[] = [
  {
    code: 'request_too_large',
    type: 'invalid_request_error',
    provoke: ({ full, cookie }, route) => send(full, route, { cookie }).send('x'.repeat(20_000)),
  },
];

export const notImplemented: Refusal[] = [
  {
    code: 'api_not_implemented',
    type: platformType,
    message: 'API not implemented',
    headers: () => ({ 'x-should-retry': 'false' }),
    provoke: ({ full }, route) => send(full, route, withKey('sk-good')),
  },
];

export const keyUnchecked: Refusal[] = [
  { ...unavailable, provoke: ({ deserted }, route) => send(deserted, route, withKey('sk-new')) },
];

const noService: Refusal = {
  ...unavailable,
  provoke: ({ deserted }, route) => send(deserted, route, withKey('sk-cached')),
};

export const noGateway = [...keyUnchecked, noService];
export const noModel = [
  ...noGateway,
  unservedModel,
  byGateway(fault('service_unavailable'), {}, unavailable.messagesType),
];
export const noLedger = [...keyUnchecked, noService];

export const sessionUnchecked: Refusal[] = [
  { ...unavailable, provoke: ({ deserted, cookie }, route) => send(deserted, route, { cookie }) },
];

export const loginUnchecked: Refusal[] = [
  {
    ...unavailable,
    provoke: ({ deserted }, route) => send(deserted, route).send({ username: 'ada', password: 'right' }),
  },
];

/** The media service refuses with `refused`. */
function byTasks(refused: Fault, headers: Record<string, unknown> = {}): Refusal {
  const { code = null, type, param, message } = refused;
  return {
    code,
    type,
    param,
    message,
    headers: () => headers,
    async provoke({ full }, route) {
      full.media.refused = refused;
      const response = await send(full, route, withKey('sk-good'));
      full.media.refused = undefined;
      return response;
    },
  };
}

export const spentOnTasks = [byTasks(fault('insufficient_user_quota'))];

export const unknownTask = [byTasks(fault('task_not_exist'))];

export const busyVendor = [
  byTasks(fault('too_many_requests', { type: 'upstream_error', retryAfterMs: 6_400 }), {
    'retry-after': '7',
  }),
];

/** Nobody is asked who calls. */
export const noPictures = [noService];
export const noConsole = [noService];

export const noDocumentation = [noService];

export const noTasks = [...keyUnchecked, noService];
