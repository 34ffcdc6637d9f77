import type { PassedBody } from '../../dialects/passage.ts';
import type { Picture } from './picture.ts';

/** New values of members; undefined takes a member out. */
export type MemberEdits = ReadonlyMap<string, string | undefined>;

/** A body that asks for images, written in JSON or as a form. */
export interface ImageBody {
  body: Buffer;
  model: string;
  read(name: string): unknown;
  /** The members that hold no images. */
  members(): ReadonlyMap<string, unknown>;
  pictures: readonly Picture[];
  mask: Picture | undefined;
  markup: Picture | undefined;
  /** Of files that are none of these, their names. */
  otherFiles: readonly string[];
  /** Bytes that are no images. */
  textBytes: number;
  /** It holds images as no vendor reads them: they stand in `image` of a body in JSON. */
  mustConvert: boolean;
  write(edits: MemberEdits): Omit<PassedBody, 'dropUsage'>;
}
