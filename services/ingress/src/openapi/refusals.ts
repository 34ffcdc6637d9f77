import { problemReasons } from '@headgate/proto/problems';
import { refusalReasons } from '@headgate/proto/refusals';
import type { Envelope, Route } from '../routes/route.ts';
import type { DocumentedResponse } from './document.ts';
import { anyOf, list, open, type Schema, text, whole } from './schema.ts';

const inError = { message: text(), type: text(), param: text(), code: { type: ['string', 'null'] } };

/** The shapes of refusals, by the name that the document has for them. */
export const refusalSchemas = {
  PublicError: open({ error: open(inError, ['message', 'type', 'param', 'code']) }, ['error']),
  MessagesError: open(
    {
      type: text(undefined, { const: 'error' }),
      error: open(inError, ['message', 'type']),
      request_id: text(),
    },
    ['type', 'error'],
  ),
  NativeError: open(
    {
      error: open(
        {
          ...inError,
          status: text(),
          details: list(open({ '@type': text(), retryDelay: text('As `60s`: when to come back') })),
        },
        ['message', 'status'],
      ),
    },
    ['error'],
  ),
  WrappedError: open({ code: text(), message: text(), data: { type: 'null' } }, ['code', 'message']),
  MidjourneyError: open({ code: whole(), description: text(), type: text(), result: {} }, [
    'code',
    'description',
  ]),
  KlingError: open({ code: whole(), message: text(), request_id: text() }, ['code', 'message']),
  Refusal: open(
    {
      success: { type: 'boolean', const: false },
      message: text(),
      reason: text('Which refusal it is, where it has a name', { enum: [...refusalReasons] }),
      values: {
        type: 'object',
        description: 'What the message says of this request',
        additionalProperties: text(),
      },
      problems: list(
        open(
          {
            member: text('As in `price.tiers[0].above`'),
            reason: text(undefined, { enum: [...problemReasons] }),
            values: { type: 'object', additionalProperties: text() },
          },
          ['member', 'reason', 'values'],
        ),
        'What is wrong with the members of the request, where each of it has a name',
      ),
    },
    ['success', 'message'],
  ),
} satisfies Record<string, Schema>;

const refer = (name: keyof typeof refusalSchemas): Schema => ({ $ref: `#/components/schemas/${name}` });

const shapes: Record<Route['envelope'], Schema> = {
  public: refer('PublicError'),
  messages: refer('MessagesError'),
  native: refer('NativeError'),
  'by headers': anyOf(refer('PublicError'), refer('MessagesError'), refer('NativeError')),
  billing: refer('PublicError'),
  session: refer('Refusal'),
  media: refer('PublicError'),
  'unified create': anyOf(refer('PublicError'), refer('WrappedError')),
  'unified status': refer('WrappedError'),
  mj: anyOf(refer('MidjourneyError'), refer('PublicError')),
  kling: anyOf(refer('KlingError'), refer('PublicError')),
};

/** Envelopes in which some refusals are answered with 200. */
const with200: ReadonlySet<Route['envelope']> = new Set<Envelope>(['session', 'billing']);

/** What a request that is refused is answered with. */
export function refusalOf({ envelope }: Route): Schema {
  return shapes[envelope];
}

/** What a request that succeeds is answered with, or one that is refused with the same status. */
export function orRefused({ envelope }: Route, schema: Schema): Schema {
  return with200.has(envelope) ? anyOf(schema, shapes[envelope]) : schema;
}

const reasons = {
  400: 'What was sent is not valid',
  401: 'Nobody is known by this key, session or token',
  402: 'The quota is used up',
  403: 'The caller may not do this',
  404: 'There is no such thing',
  413: 'The body is too large',
  429: 'Too many requests: Retry-After says when to come back',
  501: 'This is not implemented',
  503: 'It cannot be served right now',
} as const;

/** What else may come, by status. */
export function refusalsOf(
  route: Route,
  { hasBody }: { hasBody: boolean },
): Record<string, DocumentedResponse> {
  const { proof, billable, limits, target, path, envelope } = route;
  const isImplemented = target.to !== 'unimplemented';
  const can: Record<keyof typeof reasons, boolean> = {
    400: target.to === 'operation' || (isImplemented && !with200.has(envelope) && target.to !== 'health'),
    401: proof !== 'none',
    402: billable,
    // Whoever is disabled may not even sign in.
    403: proof !== 'none' || target.to === 'operation',
    404: isImplemented && /[:*]\w/.test(path) && envelope !== 'session',
    413: hasBody,
    429: limits !== 'none' || billable,
    501: !isImplemented,
    503: isImplemented && target.to !== 'health',
  };
  const schema = shapes[envelope];
  return Object.fromEntries(
    Object.entries(reasons)
      .filter(([status]) => can[Number(status) as keyof typeof reasons])
      .map(([status, description]) => [status, { description, content: { 'application/json': { schema } } }]),
  );
}
