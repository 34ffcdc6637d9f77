import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import type { Knex } from 'knex';
import { type Channel, listChannels } from '../channels/store.ts';
import { type Group, listGroups } from '../groups/store.ts';
import { type Key, listKeys } from '../keys/store.ts';
import { hashKey } from '../keys/text.ts';
import { listModels, type Model } from '../models/store.ts';
import { listProviders, type SignInProvider } from '../sign-in-providers/store.ts';
import { readSite, type Site } from '../site/store.ts';
import { listUsers, type User } from '../users/store.ts';
import { readApplies, readVersions, type Versions } from '../versions/store.ts';
import { listWebhooks, type Webhook } from '../webhooks/store.ts';
import type { Document } from './document/document.ts';

/** What the database says at one moment, as far as a document can concern it. */
export interface State {
  versions: Versions;
  /** How often files have told ledger. */
  applies: bigint;
  site: Site | undefined;
  groups: Group[];
  models: Model[];
  channels: Channel[];
  /** Removed ones included: they keep their names and ids. */
  users: User[];
  keys: Key[];
  webhooks: Webhook[];
  providers: SignInProvider[];
}

export function readState(knex: Knex, masterKey: RotatingSecret, document: Document): Promise<State> {
  const usernames = [
    ...document.users.map(({ username }) => username),
    ...document.keys.flatMap(({ user }) => user ?? []),
  ];
  const names = document.keys.map(({ name }) => name);
  const hashes = document.keys.map(({ key }) => hashKey(key));
  const read = async (snapshot: Knex.Transaction): Promise<State> => ({
    versions: await readVersions(snapshot),
    applies: await readApplies(snapshot),
    site: await readSite(snapshot),
    groups: await listGroups(snapshot),
    models: await listModels(snapshot),
    channels: await listChannels(snapshot, masterKey),
    users: await listUsers(snapshot, usernames),
    keys: await listKeys(snapshot, { names, hashes }),
    webhooks: await listWebhooks(snapshot, masterKey),
    providers: await listProviders(snapshot, masterKey),
  });
  return knex.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
