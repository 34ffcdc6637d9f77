/** What is asked of each billable row of the route table, so that its bill can be looked at. */
import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { goodBody, membersOf } from './good-bodies.ts';
import type { Row } from './route-table.ts';

const boundary = 'a-boundary';

/** Forms carry sound, everything else is JSON. */
export interface MeteredRequest {
  contentType: string;
  body: string;
}

/** Asked of a model that makes images, whoever serves it. */
const images = [Operation.GENERATE_IMAGES, Operation.EDIT_IMAGES];

const forms = new Set<Operation | undefined>([Operation.TRANSCRIBE, Operation.TRANSLATE]);

/** The operations that a fixture was written for: a new one has none until it stands here. */
const known = new Set<Operation | undefined>([
  Operation.GENERATE,
  Operation.COMPLETE,
  Operation.COMPACT,
  Operation.EMBED,
  Operation.BATCH_EMBED,
  Operation.RERANK,
  Operation.MODERATE,
  Operation.SPEAK,
  Operation.TRANSCRIBE,
  Operation.TRANSLATE,
  ...images,
]);

/** Throws for a row that nobody has said how to meter. */
export function meteredRequest(row: Row): MeteredRequest {
  if (!known.has(row.operation)) throw new Error(`${row.name} is billed, and has no metering fixture`);
  if (forms.has(row.operation))
    return { contentType: `multipart/form-data; boundary=${boundary}`, body: form() };
  if (row.operation === Operation.BATCH_EMBED) return { contentType: 'application/json', body: batch };
  const good = goodBody(row);
  const asksForImages = images.some((operation) => operation === row.operation);
  const members = membersOf(asksForImages ? { ...good, model: '"model":"gpt-image-1",' } : good);
  const more = row.operation === Operation.SPEAK ? ',"voice":"alloy"' : '';
  return { contentType: 'application/json', body: `{${members}${more}}` };
}

/** The vendor wants the model in each request of a batch, too. */
const batch = '{"requests":[{"model":"models/gpt-4o-mini","content":{"parts":[{"text":"hi"}]}}]}';

function form(): string {
  const fields = [
    ['name="model"', 'gpt-4o-mini'],
    ['name="file"; filename="sound.wav"\r\ncontent-type: audio/wav', 'RIFF'.padEnd(2_000, 'x')],
  ];
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; ${name}\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}
