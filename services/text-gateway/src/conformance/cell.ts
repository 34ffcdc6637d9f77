import type { DialectName } from '../canon/dialect-name.ts';
import { foldReply, type Reply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import { type Dialect, dialects } from '../dialects/index.ts';
import { createSseSplitter } from '../sse.ts';
import type { Fixture } from './read-fixture.ts';
import { decodeStream, decodeWhole, route, throughStream, throughWhole } from './run-codec.ts';

/** What a client of one dialect has from an upstream that is called in another, or in the same. */
export interface Cell {
  client: DialectName;
  upstream: DialectName;
  /** What the upstream is asked: the body of a client's request, as the upstream reads it. */
  ask(request: CanonRequest, body: unknown): CanonRequest;
  /** What arrives of an upstream's whole answer. */
  whole(answer: Fixture, asked: CanonRequest): Reply;
  /** What arrives of an upstream's streamed answer. */
  streamed(answer: Fixture, asked: CanonRequest): Reply;
}

export const target = { model: 'upstream-model', maxOutputTokens: 4_096 };

const all = Object.values(dialects);

/** Every client over every upstream: where both speak the same the bytes pass, else they are converted. */
export const cells: readonly Cell[] = all.flatMap((client) =>
  all.map((upstream) => (client === upstream ? passed(client) : converted(client, upstream))),
);

function converted({ codec: client }: Dialect, { codec: upstream }: Dialect): Cell {
  return {
    client: client.name,
    upstream: upstream.name,
    ask(request) {
      const body = JSON.parse(JSON.stringify(upstream.encodeRequest(request, target, recordLosses())));
      return upstream.decodeRequest(body, { ...route, model: target.model });
    },
    whole: ({ reply }, asked) => throughWhole(client, foldReply(decodeWhole(upstream, reply)), asked),
    streamed: ({ stream }, asked) => throughStream(client, decodeStream(upstream, stream), asked),
  };
}

function passed({ name, codec, passage }: Dialect): Cell {
  return {
    client: name,
    upstream: name,
    ask(_, body) {
      const request = passage.readRequest(Buffer.from(JSON.stringify(body)), route);
      const { body: sent } = request.passTo({ model: target.model, usageOnRequest: false });
      return codec.decodeRequest(JSON.parse(sent.toString('utf8')), { ...route, model: target.model });
    },
    whole({ reply }, { model }) {
      const { body } = passage.readWhole(Buffer.from(JSON.stringify(reply)), model);
      return foldReply(decodeWhole(codec, JSON.parse(body.toString('utf8'))));
    },
    streamed({ stream }, { model }) {
      const tap = passage.createTap({ model, dropUsage: false, choices: 1 });
      const splitter = createSseSplitter(stream.length);
      const frames = [...splitter.push(stream), ...splitter.end()];
      const passed = Buffer.concat(frames.flatMap((frame) => tap.see(frame) ?? []));
      return foldReply(decodeStream(codec, passed));
    },
  };
}
