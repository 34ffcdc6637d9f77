import { fault } from '@headgate/proto/faults';
import type { DescribeOperationsResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { renderPage } from '../docs-page/render-page.ts';
import type { Route } from '../routes/route.ts';
import { buildDocument } from './build-document.ts';
import { readOperations } from './described-operation.ts';

/** The document and its page, as bytes. */
export interface Documents {
  document: Buffer;
  page: Buffer;
}

interface Held extends Documents {
  operations: Buffer;
  confirmedAt: number;
}

/** So soon after an account with other operations has started, they are documented. */
const freshMs = 10_000;

/**
 * The documentation of these rows, made when it is first asked for and kept until account describes its operations
 * otherwise. While account is away, what is no longer fresh is refused.
 */
export function createDocumentation(
  routes: readonly Route[],
  describeOperations: () => Promise<DescribeOperationsResponse>,
  now: () => number,
): () => Promise<Documents> {
  let held: Held | undefined;
  let asking: Promise<Held> | undefined;

  async function ask(): Promise<Held> {
    const confirmedAt = now();
    const { operations } = await describeOperations().catch((cause) => {
      throw new FaultError(fault('service_unavailable'), { cause });
    });
    if (held?.operations.equals(operations)) return { ...held, confirmedAt };
    const document = buildDocument(routes, readOperations(operations));
    return {
      operations,
      confirmedAt,
      document: Buffer.from(JSON.stringify(document)),
      page: Buffer.from(renderPage(document)),
    };
  }

  return async () => {
    if (held && now() - held.confirmedAt < freshMs) return held;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    held = await asking;
    return held;
  };
}
