import { Operation, Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import type { WireName } from '../canon/dialect-name.ts';
import { findDialect } from '../dialects/index.ts';
import { embedding as batchEmbedContents } from './batch-embed-contents/codec.ts';
import { passage as batchEmbedContentsPassage } from './batch-embed-contents/passage.ts';
import { passage as compaction } from './compaction/passage.ts';
import { codec as completions } from './completions/codec.ts';
import { passage as completionsPassage } from './completions/passage.ts';
import { embedding as embedContent } from './embed-content/codec.ts';
import { passage as embedContentPassage } from './embed-content/passage.ts';
import { embedding as embeddings } from './embeddings/codec.ts';
import { passage as embeddingsPassage } from './embeddings/passage.ts';
import { passage as imageEdits } from './image-edits/passage.ts';
import { passage as imageGenerations } from './image-generations/passage.ts';
import { passage as moderations } from './moderations/passage.ts';
import { passage as rerank } from './rerank/passage.ts';
import { passage as speech } from './speech/passage.ts';
import type { Surface } from './surface.ts';
import { passage as transcriptions } from './transcriptions/passage.ts';
import type { EmbeddingUpstream } from './vectors/embedding-codec.ts';

const byOperation = new Map<Operation, Surface>([
  [Operation.COMPLETE, { name: 'completions', passage: completionsPassage, codec: completions }],
  [
    Operation.COMPACT,
    {
      name: 'compaction',
      passage: compaction,
      unserved: 'Compaction needs an upstream that speaks responses, and no channel of this model has one.',
    },
  ],
  [Operation.EMBED, { name: 'embeddings', passage: embeddingsPassage, embedding: embeddings }],
  [Operation.RERANK, { name: 'rerank', passage: rerank }],
  [Operation.MODERATE, { name: 'moderations', passage: moderations }],
  [Operation.SPEAK, { name: 'speech', passage: speech }],
  [Operation.TRANSCRIBE, { name: 'transcriptions', passage: transcriptions }],
  [Operation.TRANSLATE, { name: 'translations', passage: transcriptions }],
  [Operation.GENERATE_IMAGES, { name: 'image-generations', passage: imageGenerations, images: 'converted' }],
  [Operation.EDIT_IMAGES, { name: 'image-edits', passage: imageEdits, images: 'converted' }],
]);

const native = new Map<Operation, Surface>([
  [Operation.EMBED, { name: 'embed-content', passage: embedContentPassage, embedding: embedContent }],
  [
    Operation.BATCH_EMBED,
    { name: 'batch-embed-contents', passage: batchEmbedContentsPassage, embedding: batchEmbedContents },
  ],
]);

/** All styles beyond the dialects. */
export const surfaces: readonly Surface[] = [...byOperation.values(), ...native.values()];

/** What a request is asked in, by what it names on its way from the ingress. */
export function findSurface(dialect: WireDialect, operation: Operation): Surface | undefined {
  if (operation === Operation.GENERATE) return findDialect(dialect);
  return dialect === WireDialect.GENERATE_CONTENT ? native.get(operation) : byOperation.get(operation);
}

const embeddingUpstreams = new Map<WireName, EmbeddingUpstream>([
  ['batch-embed-contents', batchEmbedContents],
  ['embeddings', embeddings],
]);

/** How an upstream that embeds in this style is written to and read. */
export function findEmbeddingUpstream(name: WireName): EmbeddingUpstream | undefined {
  return embeddingUpstreams.get(name);
}
