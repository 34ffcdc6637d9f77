import { hash } from 'node:crypto';
import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Candidate } from './catalog.ts';

/** One way to call an upstream: a candidate with one of its channel's credentials. */
export interface Route {
  candidate: Candidate;
  /** Undefined for an upstream that asks for none. */
  key: string | undefined;
  credentialHash: Buffer;
  /** Names the channel and the credential, the same when a new catalog brings the key in another place. */
  credential: string;
  /** Names the credential and what the upstream calls the model. */
  circuit: string;
  /** Names the channel and what the upstream calls the model. */
  lane: string;
}

/** What a channel's credentials are known by. */
interface Credential {
  key: string | undefined;
  hash: Buffer;
  name: string;
}

/** Catalogs are immutable: what was worked out of one holds for as long as it is there. */
const routesByCandidate = new WeakMap<Candidate, readonly Route[]>();
const credentialsByChannel = new WeakMap<Channel, readonly Credential[]>();

/** The ways to call a candidate, one for each credential; one for an upstream that asks for none. */
export function routesOf(candidate: Candidate): readonly Route[] {
  const found = routesByCandidate.get(candidate);
  if (found) return found;
  const { channel, upstreamModel } = candidate;
  const routes = credentialsOf(channel).map(({ key, hash: credentialHash, name }) => ({
    candidate,
    key,
    credentialHash,
    credential: name,
    circuit: circuitOf(name, upstreamModel),
    lane: `${channel.id}/${upstreamModel}`,
  }));
  routesByCandidate.set(candidate, routes);
  return routes;
}

/** The channel in the name of a credential, a circuit or a lane. */
export function channelOf(name: string): bigint {
  return BigInt(name.slice(0, name.indexOf('/')));
}

/** Whether a credential or a circuit of this name is the channel's as it is now: keys are exchanged, and models given up. */
export function isNamedIn(channel: Channel, name: string): boolean {
  const credential = credentialsOf(channel).find((one) => name.startsWith(one.name))?.name;
  if (credential === undefined) return false;
  return (
    name === credential || channel.models.some(({ upstream }) => name === circuitOf(credential, upstream))
  );
}

function circuitOf(credential: string, upstreamModel: string): string {
  return `${credential}/${upstreamModel}`;
}

/** What a credential is known by outside of the catalog; its text is kept nowhere else. */
export function hashCredential(key: string | undefined): Buffer {
  return hash('sha256', key ?? '', 'buffer');
}

/** By channel: candidates of fallbacks are made for each request, and hashing takes time. */
function credentialsOf(channel: Channel): readonly Credential[] {
  const found = credentialsByChannel.get(channel);
  if (found) return found;
  const keys = channel.keys.length === 0 ? [undefined] : channel.keys;
  const credentials = keys.map((key) => {
    const hashed = hashCredential(key);
    return { key, hash: hashed, name: `${channel.id}/${hashed.toString('base64')}` };
  });
  credentialsByChannel.set(channel, credentials);
  return credentials;
}
