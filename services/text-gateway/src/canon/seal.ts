import { dialectNames, upstreamStyles, type WireName } from './dialect-name.ts';

/**
 * A signature that an upstream put on what its model thought or called, readable by its makers alone. A turn that
 * comes back without it, or with another, is refused by some and worse for all.
 */
export interface Seal {
  /** The style of the upstream that made it: of no use to any other. */
  dialect: WireName;
  value: string;
}

const makers: readonly WireName[] = [...dialectNames, ...upstreamStyles];

/** How every wrapped seal begins, whatever place it was put in. */
export const sealPrefix = 'headgate.seal.';

/** The same in a slot that holds base64: as much of it as the prefix alone says. */
export const encodedSealPrefix = Buffer.from(sealPrefix).toString('base64').slice(0, 18);

/** Whether a body of a client brings wrapped seals. */
export function hasWrappedSeals(body: Buffer, style: WireName): boolean {
  return body.includes(sealPrefix) || (style === 'generate-content' && body.includes(encodedSealPrefix));
}

/** Writes a seal into the slot that a dialect has for its own, so that a client carries it to the next turn. */
export function wrapSeal({ dialect, value }: Seal, slot: WireName): string {
  return dialect === slot ? value : `${sealPrefix}${dialect}.${value}`;
}

/** Reads what stands in a dialect's slot: its own seal, or the wrapped one of another. */
export function unwrapSeal(text: string, slot: WireName): Seal {
  if (text.startsWith(sealPrefix)) {
    const rest = text.slice(sealPrefix.length);
    const dialect = makers.find((name) => rest.startsWith(`${name}.`));
    if (dialect) return { dialect, value: rest.slice(dialect.length + 1) };
  }
  return { dialect: slot, value: text };
}

/** Stands in a slot where a block has no seal, so that whoever would refuse it without one is not handed it. */
export const noSeal = `${sealPrefix}none`;

/** What stands in a slot, if it is a seal. */
export function readSeal(text: string, slot: WireName): Seal | undefined {
  return text === '' || text === noSeal ? undefined : unwrapSeal(text, slot);
}
