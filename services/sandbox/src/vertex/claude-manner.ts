import type { Manner } from '../exchange/manner.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { statusError } from '../messages/status-error.ts';
import { invalid, missing, refused, type VendorError, wrongValue } from '../messages/vendor-error.ts';
import { credentialOf, isWelcome } from './authorize.ts';

const version = 'vertex-2023-10-16';

/** Vertex with Anthropic's models: the model and whether it streams stand in the path, the version in the body. */
export const claudeManner: Manner<VendorError> = {
  receive(incoming, context) {
    const { headers, path, bytes } = incoming;
    if (!isWelcome(headers, context)) return refused(statusError(401));
    const [, model = '', action] = /\/models\/([^/?]+):(\w+)$/.exec(path) ?? [];
    const body = asRecord(parseJson(bytes.toString()));
    if (action !== 'rawPredict' && action !== 'streamRawPredict') return refused(statusError(404));
    if (!body) return refused(invalid('Invalid JSON payload received.'));
    if (body.model !== undefined) return refused(invalid('model: Extra inputs are not permitted'));
    const { anthropic_version: given, ...rest } = body;
    if (given === undefined) return refused(missing('anthropic_version'));
    if (given !== version) return refused(wrongValue('anthropic_version', [version]));
    if ((body.stream === true) !== (action === 'streamRawPredict'))
      return refused(invalid(`stream: must be ${action === 'streamRawPredict'} for ${action}`));
    return {
      type: 'ok',
      value: {
        ...incoming,
        headers: {
          'x-api-key': credentialOf(headers),
          'anthropic-version': version,
          'anthropic-beta': headers['anthropic-beta'],
        },
        bytes: Buffer.from(JSON.stringify({ ...rest, model: decodeURIComponent(model) })),
      },
    };
  },
};
