// Only this dialect streams in two forms, which differ in what stands around the JSON of a chunk.
import type { Form } from './target.ts';

export interface Separators {
  /** Before everything. */
  start: string;
  beforeFirst: string;
  /** Before every other chunk. */
  before: string;
  after: string;
  end: string;
}

export const separators: Record<Form, Separators> = {
  whole: { start: '', beforeFirst: '', before: '', after: '', end: '' },
  events: { start: '', beforeFirst: 'data: ', before: 'data: ', after: '\n\n', end: '' },
  array: { start: '[', beforeFirst: '', before: ',\n', after: '\n', end: ']' },
};
