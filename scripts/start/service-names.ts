/** The services, in the order of their start. They stop in the reverse order. */
export const serviceNames = ['sandbox', 'ledger', 'account', 'text-gateway', 'ingress'] as const;

export type ServiceName = (typeof serviceNames)[number];
