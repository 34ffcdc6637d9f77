import type { AnswerRoom } from '@headgate/runtime/bodies/answer-room';
import type { BodyRoom } from '@headgate/runtime/bodies/body-room';
import type { Service } from '@headgate/runtime/lifecycle';
import { Counter, Gauge } from '@headgate/runtime/metrics';

/** Shows what open requests hold. */
export function observeRooms(
  { metrics }: Pick<Service, 'metrics'>,
  { bodies, answers }: { bodies: Pick<BodyRoom, 'heldBytes'>; answers: Pick<AnswerRoom, 'held'> },
): void {
  const registers = [metrics];
  new Gauge({
    name: 'headgate_text_body_bytes',
    help: 'What bodies of more than 64 KB of open requests hold.',
    registers,
    collect() {
      this.set(bodies.heldBytes());
    },
  });
  new Gauge({
    name: 'headgate_text_answer_bytes',
    help: 'What answers in one piece of more than 256 KB hold until their clients have taken them.',
    registers,
    collect() {
      this.set(answers.held().bytes);
    },
  });
  new Gauge({
    name: 'headgate_text_waiting_answers',
    help: 'Answers in one piece that are not read on until others have been taken.',
    registers,
    collect() {
      this.set(answers.held().waiting);
    },
  });
}

/** Counts bodies that found no room. */
export function createBodyRefusalCounter({ metrics }: Pick<Service, 'metrics'>): () => void {
  const refused = new Counter({
    name: 'headgate_text_refused_bodies_total',
    help: 'Requests refused because there was no room for their bodies; another text-gateway may have served them.',
    registers: [metrics],
  });
  return () => refused.inc();
}
