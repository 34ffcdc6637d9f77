import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../start/repository.ts';
import type { ApiDocument, ApiOperation } from './api-document.ts';

const operations = 'services/account/src/operations/print-operations.ts';
const document = 'services/ingress/src/openapi/print-document.ts';

const mostBytes = 64 * 1024 * 1024;
const timeoutMs = 2 * 60_000;

/** The document of the public API, as the two services that know it print it. Nothing needs to run. */
export function readDocument(): ApiDocument {
  return JSON.parse(print(document, print(operations, '')));
}

/** Account's operations, as account prints them. */
export function readOperations(): ApiOperation[] {
  return JSON.parse(print(operations, ''));
}

function print(program: string, input: string): string {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [join(repository, program)], {
    input,
    encoding: 'utf8',
    maxBuffer: mostBytes,
    timeout: timeoutMs,
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  return stdout;
}
