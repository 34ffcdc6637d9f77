/** How what administrators do about channels, models and groups is called. */
import { type MakeCall, plain } from './documented-call.ts';

const ofChannel: MakeCall = ({ channelId }) => ({ path: { id: channelId } });
const ofFirst: MakeCall = ({ spareChannels: [first] }) => ({ path: { id: first } });
const tag = 'spare';
const byTag: MakeCall = () => ({ body: { tag } });
const newModel = { name: 'spare/model', price: { input: 1, output: 1 } };
const byName: MakeCall = () => ({ query: { name: newModel.name } });

/** In the order of the route table: what has a tag was given it before, and what is deleted was made. */
export const catalogCalls: Record<string, MakeCall> = {
  'GET /api/channel/test': plain,
  'GET /api/channel/test/{id}': ofChannel,
  'POST /api/channel/fetch_models': ({ upstreamUrl }) => ({
    body: { base_url: upstreamUrl, key: 'any-key', provider: 'openai' },
  }),
  'GET /api/channel/fetch_models/{id}': ofChannel,
  'GET /api/channel/update_balance': plain,
  'GET /api/channel/update_balance/{id}': ofChannel,
  'GET /api/channel/health': plain,
  'GET /api/system/status': plain,

  'GET /api/channel': plain,
  'GET /api/channel/search': () => ({ query: { keyword: 'open' } }),
  'GET /api/channel/models': plain,
  'GET /api/channel/models_enabled': plain,
  'GET /api/channel/tag/models': () => ({ query: { tag } }),
  'GET /api/channel/{id}': ofChannel,
  'POST /api/channel': ({ upstreamUrl }) => ({
    body: { channel: { name: 'documented', provider: 'openai', base_url: upstreamUrl, key: 'a-secret' } },
  }),
  'POST /api/channel/batch': ({ spareChannels: [, second] }) => ({ body: { ids: [Number(second)] } }),
  'POST /api/channel/batch/enabled': ({ spareChannels: [first] }) => ({ body: { ids: [Number(first)] } }),
  'POST /api/channel/batch/disabled': ({ spareChannels: [first] }) => ({ body: { ids: [Number(first)] } }),
  'POST /api/channel/batch/tag': ({ spareChannels: [first] }) => ({ body: { ids: [Number(first)], tag } }),
  'POST /api/channel/tag/enabled': byTag,
  'POST /api/channel/tag/disabled': byTag,
  'POST /api/channel/multi_key/manage': ({ spareChannels: [first] }) => ({
    body: { channel_id: Number(first), action: 'enable_all_keys' },
  }),
  'POST /api/channel/copy/{id}': ofFirst,
  // Root has not confirmed that it is them.
  'POST /api/channel/{id}/key': (things) => ({ ...ofFirst(things), refused: { status: 403 } }),
  'PUT /api/channel': ({ spareChannels: [first] }) => ({ body: { id: Number(first), priority: -2 } }),
  'PUT /api/channel/tag': () => ({ body: { tag, weight: 2 } }),
  'DELETE /api/channel/disabled': plain,
  'DELETE /api/channel/{id}': ({ spareChannels: [, , third] }) => ({ path: { id: third } }),

  'GET /api/models': plain,
  'GET /api/user/models': plain,
  'GET /api/models/search': () => ({ query: { keyword: 'gpt' } }),
  'GET /api/models/detail': () => ({ query: { name: 'gpt-4o-mini' } }),
  'PUT /api/models': () => ({ body: newModel }),
  'DELETE /api/models': byName,
  'GET /api/pricing': plain,
  'GET /api/pricing/search': () => ({ query: { keyword: 'gpt', group: 'default', page_size: '1' } }),

  'GET /api/group': plain,
  'GET /api/group/details': plain,
  'GET /api/group/auto': plain,
  'PUT /api/group': () => ({ body: { name: 'spare', ratio: 0.5 } }),
  'DELETE /api/group/{name}': () => ({ path: { name: 'spare' } }),
  'GET /api/user/self/groups': plain,
  'GET /api/user/groups': plain,
};
