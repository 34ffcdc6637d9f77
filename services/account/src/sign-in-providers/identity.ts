/** Who somebody is at a provider. */
export interface Identity {
  /** Never given to anybody else there. */
  externalId: string;
  /** What they call themselves; empty: not said. */
  username: string;
  displayName: string;
  /** Only where the provider says that it has verified it. */
  verifiedEmail: string | undefined;
}
