/** What is left on an account, as its vendor counts. */
export interface Balance {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** Where a vendor tells what is left on the account of a credential. */
export interface BalanceSource {
  /** One of the vendors of `vendors/`, where it is one of them. */
  vendor?: string;
  /** Where it is told by the host of a channel's base URL: these, and all below them. */
  hosts: readonly string[];
  /** Below the origin of the base URL; what is answered to each, in this order, is read together. */
  paths: readonly string[];
  /** Undefined where the answers say nothing of the kind. */
  read(answers: readonly unknown[], url: URL): Balance | undefined;
}
