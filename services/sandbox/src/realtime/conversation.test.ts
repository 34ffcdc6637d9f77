/** Items of a conversation, and responses beside it, spoken to by the vendor's own client. */
import { expect, test } from 'vitest';
import { ask, openSession } from '../testing/open-session.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const saying = (text: string) => ({
  ...{ type: 'message' as const, role: 'user' as const },
  content: [{ type: 'input_text' as const, text }],
});

test('an item is placed behind the one that is named', async () => {
  const { client, until } = await openSession(await startSandbox());
  client.send({ type: 'conversation.item.create', item: { ...saying('one'), id: 'one' } });
  client.send({ type: 'conversation.item.create', item: { ...saying('two'), id: 'two' } });
  client.send({ type: 'conversation.item.create', item: saying('three'), previous_item_id: 'one' });
  client.send({ type: 'conversation.item.create', item: saying('zero'), previous_item_id: 'root' });
  client.send({ type: 'conversation.item.create', item: saying('lost'), previous_item_id: 'nobody' });
  await until('error');
  const places = [1, 2, 3, 4].map(
    async (nth) => (await until('conversation.item.added', nth)).previous_item_id,
  );
  expect(await Promise.all(places)).toEqual([null, 'one', 'one', null]);
  expect((await until('error')).error.message).toContain("previous item with id 'nobody' does not exist");
});

test('sound is in no event but that which retrieves it, and can be truncated', async () => {
  const { client, events, until } = await openSession(await startSandbox());
  ask(client, '[[chunks=4]]');
  const { response } = await until('response.done');
  const itemId = response.output?.[0]?.id ?? '';
  const truncate = (audio_end_ms: number, item_id = itemId) =>
    client.send({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms });
  client.send({ type: 'conversation.item.retrieve', item_id: itemId });
  expect((await until('conversation.item.retrieved')).item).toMatchObject({
    content: [{ audio: Buffer.alloc(4 * 2_400).toString('base64'), transcript: expect.any(String) }],
  });
  expect(JSON.stringify([response, await until('conversation.item.done', 2)])).not.toMatch(/"audio(Ms)?":/);
  truncate(201);
  expect((await until('error')).error.message).toBe('Audio content of 200ms is already shorter than 201ms');
  truncate(100);
  expect(await until('conversation.item.truncated')).toMatchObject({ item_id: itemId, audio_end_ms: 100 });
  client.send({ type: 'conversation.item.retrieve', item_id: itemId });
  expect((await until('conversation.item.retrieved', 2)).item).toEqual(
    expect.objectContaining({
      content: [{ type: 'output_audio', audio: Buffer.alloc(4_800).toString('base64') }],
    }),
  );
  const asked = events.find(({ type }) => type === 'conversation.item.added');
  truncate(1, asked?.type === 'conversation.item.added' ? asked.item.id : '');
  expect((await until('error', 2)).error).toMatchObject({
    ...{ message: 'Only model output audio messages can be truncated', code: null },
  });
  client.send({ type: 'response.create', response: { output_modalities: ['text'] } });
  const { usage } = (await until('response.done', 2)).response;
  expect(usage?.input_token_details).toMatchObject({ audio_tokens: 1 });
});

test.each([
  ['delete', 'item_delete_invalid_item_id', "Error deleting item: the item with id 'x' does not exist."],
  [
    'retrieve',
    'item_retrieve_invalid_item_id',
    "Error retrieving item: the item with id 'x' does not exist.",
  ],
  [
    'truncate',
    'item_truncate_invalid_item_id',
    "Error truncating item: the item with id 'x' does not exist.",
  ],
])('%s of an item that is not there is refused', async (deed, code, message) => {
  const { client, until } = await openSession(await startSandbox());
  client.socket.send(JSON.stringify({ type: `conversation.item.${deed}`, item_id: 'x' }));
  expect((await until('error')).error).toMatchObject({ code, message });
});

test('a response beside the conversation reads what it is given, and leaves nothing there', async () => {
  const { client, events, until } = await openSession(await startSandbox());
  ask(client, '[[chunks=1000 delay=10]]');
  await until('response.output_audio.delta');
  const { item: asked } = await until('conversation.item.done');
  client.send({ type: 'conversation.item.create', item: { ...saying('said before'), id: 'before' } });
  const added = () => events.filter(({ type }) => type === 'conversation.item.added').length;
  await until('conversation.item.added', 3);
  client.send({
    type: 'response.create',
    response: {
      ...{ conversation: 'none', output_modalities: ['text'], metadata: { topic: 'a' } },
      input: [{ type: 'item_reference', id: 'before' } as never],
    },
  });
  const { response } = await until('response.done');
  expect(response).toMatchObject({
    ...{ status: 'completed', conversation_id: null, metadata: { topic: 'a' } },
    output: [{ content: [{ text: 'said before' }] }],
    usage: { input_tokens: 3 },
  });
  expect(added()).toBe(3);
  client.send({
    type: 'response.create',
    response: { conversation: 'none', input: [saying('[[wait=60000]]')] },
  });
  const { response: beside } = await until('response.created', 3);
  client.send({ type: 'response.cancel', response_id: beside.id ?? '' });
  expect((await until('response.done', 2)).response).toMatchObject({ id: beside.id, status: 'cancelled' });
  client.send({ type: 'response.cancel' });
  const { response: first } = await until('response.created');
  expect((await until('response.done', 3)).response).toMatchObject({ id: first.id, status: 'cancelled' });
  client.send({ type: 'conversation.item.delete', item_id: asked.id ?? '' });
  expect(await until('conversation.item.deleted')).toMatchObject({ item_id: asked.id });
});
