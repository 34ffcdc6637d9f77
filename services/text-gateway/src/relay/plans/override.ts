import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { WireName } from '../../canon/dialect-name.ts';
import { isRecord } from '../../json/read.ts';
import { scanObject } from '../../json/scan.ts';
import { splice } from '../../json/splice.ts';

/** Only these say whether the upstream keeps what it answered. Vertex has the last one without that member. */
const knowsStore: ReadonlySet<WireName> = new Set(['chat-completions', 'responses', 'generate-content']);
const withoutStore = 'vertex';

/** The members that a channel sets in every body, whatever the client said. */
export function overriddenMembers({ overrides, forbidStore, provider }: Channel, style: WireName): object {
  const parameters: unknown = overrides?.parameters ? JSON.parse(overrides.parameters) : {};
  const hasStore = knowsStore.has(style) && provider !== withoutStore;
  return {
    ...(isRecord(parameters) && parameters),
    ...(forbidStore && hasStore && { store: false }),
  };
}

/** A body with those members set; all other bytes stay as they are. */
export function overrideBytes(body: Buffer, channel: Channel, style: WireName): Buffer {
  const members = Object.entries(overriddenMembers(channel, style));
  if (members.length === 0) return body;
  const edits = members.map(([name, value]) => [name, JSON.stringify(value)] as const);
  return splice(body, scanObject(body), new Map(edits));
}

/** Overrides may add to the text that a request is bounded by: never more than all of their bytes. */
export function addedBytes({ overrides }: Channel): number {
  return Buffer.byteLength(overrides?.parameters ?? '');
}

/** A status of the upstream as the channel has it read. */
export function readStatus({ overrides }: Channel, status: number): number {
  return overrides?.statuses[status] ?? status;
}
