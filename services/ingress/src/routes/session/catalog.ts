import type { Route } from '../route.ts';
import { operation } from './operation.ts';

/** Channels, models with their prices, and groups. */
export const catalogRoutes: readonly Route[] = [
  operation('GET', '/api/channel', 'admin', 'channels.list'),
  operation('GET', '/api/channel/search', 'admin', 'channels.list'),
  operation('GET', '/api/channel/models', 'admin', 'channels.models'),
  operation('GET', '/api/channel/models_enabled', 'admin', 'channels.enabled-models'),
  operation('GET', '/api/channel/tag/models', 'admin', 'channels.tag-models'),
  operation('GET', '/api/channel/:id', 'admin', 'channels.get'),
  operation('POST', '/api/channel', 'admin', 'channels.create'),
  operation('POST', '/api/channel/batch', 'admin', 'channels.delete-many'),
  operation('POST', '/api/channel/batch/enabled', 'admin', 'channels.enable-many'),
  operation('POST', '/api/channel/batch/disabled', 'admin', 'channels.disable-many'),
  operation('POST', '/api/channel/batch/tag', 'admin', 'channels.set-tag'),
  operation('POST', '/api/channel/tag/enabled', 'admin', 'channels.enable-tag'),
  operation('POST', '/api/channel/tag/disabled', 'admin', 'channels.disable-tag'),
  operation('POST', '/api/channel/multi_key/manage', 'admin', 'channels.manage-keys'),
  operation('POST', '/api/channel/copy/:id', 'admin', 'channels.copy'),
  operation('POST', '/api/channel/:id/key', 'root', 'channels.reveal-keys'),
  operation('PUT', '/api/channel', 'admin', 'channels.update'),
  operation('PUT', '/api/channel/tag', 'admin', 'channels.change-tag'),
  operation('DELETE', '/api/channel/disabled', 'admin', 'channels.delete-disabled'),
  operation('DELETE', '/api/channel/:id', 'admin', 'channels.delete'),

  operation('GET', '/api/models', 'session', 'models.by-provider'),
  operation('GET', '/api/user/models', 'session', 'models.own'),
  operation('GET', '/api/models/search', 'admin', 'models.list'),
  // Names may have slashes: they stand in the query.
  operation('GET', '/api/models/detail', 'admin', 'models.get'),
  operation('PUT', '/api/models', 'admin', 'models.put'),
  operation('DELETE', '/api/models', 'admin', 'models.delete'),
  operation('GET', '/api/pricing', 'none', 'pricing.list'),
  operation('GET', '/api/pricing/search', 'none', 'pricing.search'),

  operation('GET', '/api/group', 'admin', 'groups.list'),
  operation('GET', '/api/group/details', 'admin', 'groups.details'),
  operation('GET', '/api/group/auto', 'admin', 'groups.auto'),
  operation('PUT', '/api/group', 'admin', 'groups.put'),
  operation('DELETE', '/api/group/:name', 'admin', 'groups.delete'),
  operation('GET', '/api/user/self/groups', 'session', 'groups.own'),
  operation('GET', '/api/user/groups', 'session', 'groups.own'),
];
