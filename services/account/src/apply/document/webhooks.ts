import { readSecret } from '@headgate/runtime/webhooks/secret';
import { z } from 'zod';
import { webhookEvents } from '../../webhooks/store.ts';
import { credential, name } from '../../words.ts';

const longestUrl = 2_000;

export const webhookSchema = z.strictObject({
  name,
  url: z.string().max(longestUrl, `must have at most ${longestUrl} characters`).refine(isWebUrl, {
    message: 'must be an http or https URL without user, password and fragment',
  }),
  secret: credential.refine((text) => readSecret(text) !== undefined, {
    message: 'must be whsec_ and 24 to 64 bytes in base64, as whsec_$(openssl rand -base64 32) makes it',
  }),
  events: z.array(z.enum(webhookEvents)).min(1, 'must name an event'),
});

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' && url.hash === '';
}
