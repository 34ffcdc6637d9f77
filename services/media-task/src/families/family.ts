import type { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import type { MediaFamily } from '@headgate/proto/media-families';
import type { Fields } from './fields.ts';
import type { Wish } from './wish.ts';

/**
 * The dialect of requests for a group of models, and its limits. What a vendor can render is its adapter's to know; what
 * a family's clients may ask is refused here, before anything is priced.
 */
export interface Family {
  name: Exclude<MediaFamily, 'mj'>;
  /** Bodies that are forms are taken as well. */
  takesForms: boolean;
  /** Reads and checks a body. Throws a FaultError 400 that names the member, its value and what is allowed. */
  read(fields: Fields, traits: Media): Wish;
}
