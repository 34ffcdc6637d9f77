/** Why an answer ended. */
export type EndingReason =
  /** The model had nothing more to say. */
  | 'complete'
  /** One of the request's stop strings came. */
  | 'stop-sequence'
  /** The bound on output was reached. */
  | 'length'
  /** The model waits for the results of its calls. */
  | 'tool-calls'
  /** A filter of the upstream stepped in. */
  | 'filtered'
  /** The model's context is full. */
  | 'context-exceeded'
  /** The upstream paused and can be asked to go on. */
  | 'paused'
  /** The model tried to call a tool and did not manage. */
  | 'malformed-tool-call';

export interface Ending {
  reason: EndingReason;
  /** Which stop string came, where the upstream says so. */
  stopSequence?: string | undefined;
}
