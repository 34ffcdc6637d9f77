import { readMembers } from '../../dialects/generate-content/wire/members.ts';
import { optionalWhole } from '../../json/read.ts';
import type { EmbeddingClient } from '../vectors/embedding-codec.ts';
import { readContent, unknownMembers } from './read-content.ts';
import { encodeUsage } from './usage.ts';

/** Clients alone: upstreams are asked for many at once. */
export const embedding: EmbeddingClient = {
  decodeRequest(value, model) {
    const body = readMembers(value, '');
    return {
      model,
      texts: [readContent(body, '')],
      dimensions: optionalWhole(body.outputDimensionality, 'outputDimensionality'),
      extras: unknownMembers(body),
    };
  },
  encodeReply({ vectors: [values], usage }) {
    return { embedding: { values }, ...encodeUsage(usage) };
  },
};
