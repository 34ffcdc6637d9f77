import type { Losses } from '../../canon/losses.ts';
import { inputOf, noUsage } from '../../canon/usage.ts';
import type { ReadWhole } from '../../dialects/passage.ts';
import type {
  EmbeddingClient,
  EmbeddingRequest,
  EmbeddingService,
  EmbeddingUpstream,
} from './embedding-codec.ts';

/** A request for embeddings in the style of another upstream, and how its answer is read. */
export interface ConvertedEmbeddings {
  body: Buffer;
  readWhole: ReadWhole;
}

export interface EmbeddingTarget extends EmbeddingService {
  /** Set in the body, whatever the client said. */
  members: object;
  /** Input tokens, where the upstream does not count them: the client is told what it is billed for. */
  countInput(): number;
}

export function convertEmbeddings(
  request: EmbeddingRequest,
  { to, from }: { to: EmbeddingClient; from: EmbeddingUpstream },
  target: EmbeddingTarget,
  losses: Losses,
): ConvertedEmbeddings {
  const { members, countInput } = target;
  return {
    body: Buffer.from(JSON.stringify({ ...from.encodeRequest(request, target, losses), ...members })),
    readWhole: (bytes) => {
      const reply = from.decodeReply(JSON.parse(bytes.toString('utf8')));
      if (reply.vectors.length !== request.texts.length)
        throw new Error(`The answer has ${reply.vectors.length} vectors for ${request.texts.length} texts`);
      const counted = reply.usage && inputOf(reply.usage) > 0 ? reply.usage : undefined;
      const usage = counted ?? { ...noUsage, inputFresh: countInput() };
      return {
        body: Buffer.from(JSON.stringify(to.encodeReply({ ...reply, usage }, request))),
        usage: reply.usage,
        error: undefined,
      };
    },
  };
}
