import { readList, readMembers } from '../../dialects/generate-content/wire/members.ts';
import { compact, invalid, optionalWhole, readArray, readRecord } from '../../json/read.ts';
import { readContent, unknownMembers } from '../embed-content/read-content.ts';
import { resourceOf } from '../embed-content/resource.ts';
import { decodeUsage, encodeUsage } from '../embed-content/usage.ts';
import type { EmbeddingClient, EmbeddingUpstream } from '../vectors/embedding-codec.ts';
import { readVector } from '../vectors/vector.ts';

/** The vendor refuses more. */
const mostTexts = 100;

export const embedding: EmbeddingClient & EmbeddingUpstream = {
  decodeRequest(value, model) {
    const requests = readList(readRecord(value, '').requests, 'requests').map((request, at) =>
      readMembers(request, `requests[${at}]`),
    );
    if (requests.length === 0) throw invalid('requests', 'must hold at least one request');
    const sizes = requests.map(({ outputDimensionality }, at) =>
      optionalWhole(outputDimensionality, `requests[${at}].outputDimensionality`),
    );
    if (new Set(sizes).size > 1)
      throw invalid('requests', 'must all want the same dimensions from an upstream of another protocol');
    return {
      model,
      texts: requests.map((request, at) => readContent(request, `requests[${at}].`)),
      dimensions: sizes[0],
      extras: [...new Set(requests.flatMap(unknownMembers))],
    };
  },
  encodeReply({ vectors, usage }) {
    return { embeddings: vectors.map((values) => ({ values })), ...encodeUsage(usage) };
  },
  encodeRequest({ texts, dimensions, extras }, { model }, losses) {
    if (texts.length > mostTexts)
      throw invalid('input', `must hold at most ${mostTexts} texts for an upstream of another protocol`);
    for (const name of extras) losses.drop(name);
    const requests = texts.map(({ text, task, title }) =>
      compact({
        model: resourceOf(model),
        content: { parts: [{ text }] },
        taskType: task,
        title,
        outputDimensionality: dimensions,
      }),
    );
    return { requests };
  },
  decodeReply(body) {
    const { embeddings, usageMetadata } = readRecord(body, '');
    const all = readArray(embeddings, 'embeddings').map((item, at) =>
      readVector(readRecord(item, `embeddings[${at}]`).values),
    );
    return { vectors: all, usage: decodeUsage(usageMetadata) };
  },
};
