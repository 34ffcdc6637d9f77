import { CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { billingStream, closesSubject } from '@headgate/proto/subjects';
import { readLastMessage } from '@headgate/runtime/testing/stream';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { type Answered, ask, type Question } from './ask.ts';
import type { World } from './world.ts';

/** Sends requests one after the other, each when the broker has the close of the one before. */
export async function askUntilSent(world: World, question: Question, count: number): Promise<Answered[]> {
  const answers: Answered[] = [];
  while (answers.length < count) {
    const answered = await ask(world, question);
    await waitFor(
      () => isLastSent(world.nats.url, answered.id),
      `the broker has the close of ${answered.id}`,
    );
    answers.push(answered);
  }
  return answers;
}

/** The last message has the latest close, also where closes are sent again. */
async function isLastSent(url: string, id: string): Promise<boolean> {
  const message = await readLastMessage(url, billingStream.name, closesSubject);
  return message !== undefined && CloseBatch.decode(message).closes.some((close) => close.id === id);
}
