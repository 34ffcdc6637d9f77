import { join } from 'node:path';
import { keyPurse } from '@headgate/proto/purses';
import type { Sql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { journalPosition } from './journal-position.ts';
import { emptyLog, readRequestLines } from './request-lines.ts';
import { scrape } from './scrape.ts';

/** Where a running system leaves traces of what it did for a request. */
export interface Traces {
  dev: DevFile;
  home: string;
  sql: Sql;
}

/** What was found of one key's requests, added up since the start; lines of logs since they were begun anew. */
export type Evidence = Record<
  | 'keysLookedUp'
  | 'requestsCounted'
  | 'requestsTimed'
  | 'refusedByLimits'
  | 'ingressLines'
  | 'tokensCounted'
  | 'gatewayLines'
  | 'requestsClosed'
  | 'journalBytes'
  | 'closesBooked'
  | 'unitsBilled'
  | 'unitsUsed',
  number
>;

const askedOfModels = 'route="POST /v1';

export async function readEvidence({ dev, home, sql }: Traces, keyId: bigint): Promise<Evidence> {
  const [ingress, gateway, ledger] = await Promise.all(
    (['ingress', 'text-gateway', 'ledger'] as const).map((name) =>
      scrape(dev.services[name]?.[0]?.metricsUrl ?? ''),
    ),
  );
  if (!ingress || !gateway || !ledger) throw new Error('A service has no metrics');
  const [purse] = await sql.query('select used from ledger.purse where id = $1', [keyPurse(keyId)]);
  const lines = readRequestLines(logOf(home, 'ingress'), keyId);
  return {
    keysLookedUp: ingress('headgate_ingress_key_lookups_total'),
    requestsCounted: ingress('headgate_ingress_requests_total', askedOfModels),
    requestsTimed: ingress('headgate_ingress_request_seconds_count', askedOfModels),
    refusedByLimits: ingress('headgate_ingress_limited_total'),
    ingressLines: lines.lines,
    tokensCounted: lines.tokens,
    gatewayLines: readRequestLines(logOf(home, 'text-gateway'), keyId).lines,
    requestsClosed: gateway('headgate_text_requests_total'),
    journalBytes: journalPosition(join(home, 'services/text-gateway-0/journal')),
    closesBooked: ledger('headgate_ledger_entries_total'),
    unitsBilled: ledger('headgate_ledger_settled_units_total'),
    unitsUsed: Number(purse?.used ?? 0),
  };
}

export function beginLogs({ home }: Traces): void {
  for (const service of ['ingress', 'text-gateway']) emptyLog(logOf(home, service));
}

function logOf(home: string, service: string): string {
  return join(home, 'logs', `${service}-0.log`);
}
