/** What a channel changes on every call, whatever the client said. What is absent changes nothing. */
export interface Overrides {
  /** Members of the request's body. */
  parameters?: Record<string, unknown>;
  /** By names in lower case. */
  headers?: Record<string, string>;
  /** A status of the upstream, and the one that is read in its place. */
  statuses?: Record<string, number>;
}
