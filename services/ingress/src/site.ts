import { fault } from '@headgate/proto/faults';
import type { GetSiteResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';

export interface Site {
  /** Account announced that its catalog, which the site belongs to, is at this version. */
  announced(catalogVersion: bigint): void;
  /** What one US dollar of quota is shown as, a decimal number; empty where quota units are shown. */
  perUsd(): Promise<string>;
}

/** Account announces every 500 ms; what was not confirmed for this long is asked for again. */
const silenceMs = 2_000;

/** What account says of the whole installation, kept until its version changes. While account is away, the last word counts. */
export function createSite(fetchSite: () => Promise<GetSiteResponse>, now: () => number): Site {
  let held: GetSiteResponse | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;

  return {
    announced(catalogVersion) {
      confirmedAt = catalogVersion === held?.catalogVersion ? now() : Number.NEGATIVE_INFINITY;
    },
    async perUsd() {
      if (held && now() - confirmedAt < silenceMs) return held.perUsd;
      try {
        held = await fetchSite();
        confirmedAt = now();
      } catch (cause) {
        if (!held) throw new FaultError(fault('service_unavailable'), { cause });
      }
      return held.perUsd;
    },
  };
}
