import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
  type ConverseStreamOutput,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { onTestFinished } from 'vitest';
import { secretOf } from '../converse/signature.ts';

/** The vendor's own client, pointed at a sandbox, without retries; closed when the test ends. */
export function createBedrockClient(url: string, accessKeyId = 'AKIDSANDBOX', others: object = {}) {
  const client = new BedrockRuntimeClient({
    endpoint: url,
    region: 'eu-central-1',
    credentials: { accessKeyId, secretAccessKey: secretOf(accessKeyId) },
    maxAttempts: 1,
    // By itself it speaks HTTP/2 without asking.
    requestHandler: new NodeHttpHandler(),
    ...others,
  });
  onTestFinished(() => client.destroy());
  return {
    converse: (input: ConverseCommandInput) => client.send(new ConverseCommand(input)),
    async stream(input: ConverseCommandInput): Promise<ConverseStreamOutput[]> {
      const { stream } = await client.send(new ConverseStreamCommand(input));
      const events: ConverseStreamOutput[] = [];
      for await (const event of stream ?? []) events.push(event);
      return events;
    },
  };
}

/** The smallest request that says `text`. */
export function askBedrock(text: string, others: Partial<ConverseCommandInput> = {}): ConverseCommandInput {
  return { modelId: 'anthropic.claude-v1:0', messages: [{ role: 'user', content: [{ text }] }], ...others };
}

/** What a stream's deltas say, joined. */
export function textOf(events: ConverseStreamOutput[]): string {
  return events.map((event) => event.contentBlockDelta?.delta?.text ?? '').join('');
}
