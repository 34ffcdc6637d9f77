import type { ModelTraits } from '../dialects/chat-completions/model-traits.ts';
import type { ServiceTraits } from '../dialects/codec.ts';
import type { Upstream, Ways } from '../upstreams/upstream.ts';

/** A service with chat completions in a manner of its own. */
export interface Vendor {
  /** The word for it in `vendor:` of a channel, which is on the list in `proto/vendors.ts`. */
  name: string;
  /** Where it is told by the host of a channel's base URL: these, and all below them. */
  hosts: readonly string[];
  paths: Upstream['paths'];
  usageOnRequest: boolean;
  /** What is set or taken out in every body for it. */
  members?: Ways['members'];
  /** In place of OpenAI's word. */
  dimensions?: ServiceTraits['dimensions'];
  /** What it takes of every request. */
  traits: Partial<ModelTraits>;
  /** What its models take otherwise; the first that fits a name counts. */
  models?: readonly (readonly [RegExp, Partial<ModelTraits>])[];
}
