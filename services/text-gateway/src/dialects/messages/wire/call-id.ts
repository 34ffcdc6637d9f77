/** Ids of calls. Anthropic takes letters, digits, underscores and hyphens alone, and SDKs send back what they were given. */
const isFit = /^[\w-]*$/;
const prefix = 'headgate-call-';

/** The id of an upstream for a client: one that Anthropic would refuse, should the conversation go on there, is written in its letters. */
export function writeCallId(id: string): string {
  return isFit.test(id) ? id : prefix + Buffer.from(id).toString('base64url');
}

/** What an upstream called the call itself. */
export function readCallId(id: string): string {
  return id.startsWith(prefix) ? Buffer.from(id.slice(prefix.length), 'base64url').toString() : id;
}
