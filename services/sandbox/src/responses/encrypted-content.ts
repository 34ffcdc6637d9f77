// Only this dialect hands out content that the client cannot read and has to bring back as it is.
import { isSealOf, seal } from '../answer/seal.ts';
import { type Checked, invalid, refused } from '../chat-completions/vendor-error.ts';
import { parseJson } from '../json-record.ts';

const purpose = 'responses encrypted content';
const beginning = 'gAAAAA';

/** Not encrypted at all, but sealed together with the id of the item that it belongs to. */
export function encryptContent(itemId: string, text: string): string {
  const payload = Buffer.from(JSON.stringify([itemId, text])).toString('base64url');
  return `${beginning}${payload}.${seal(purpose, payload)}`;
}

/** The text inside, when the content is whole and belongs to that item; an item may come back without its id. */
export function decryptContent(content: string, itemId: string | null): Checked<string> {
  const [payload = '', given = ''] = content.slice(beginning.length).split('.', 2);
  if (!content.startsWith(beginning) || !isSealOf(given, purpose, payload)) {
    const short = `${content.slice(0, 4)}...${content.slice(-4)}`;
    return refused(
      unverified(
        `${short} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      ),
    );
  }
  const parts: unknown = parseJson(Buffer.from(payload, 'base64url').toString());
  const [owner, text]: unknown[] = Array.isArray(parts) ? parts : [];
  if (itemId !== null && owner !== itemId) {
    const reason = 'Encrypted content item_id did not match the target item id.';
    return refused(unverified(`for item ${itemId} could not be verified. Reason: ${reason}`));
  }
  return { type: 'ok', value: String(text) };
}

function unverified(words: string) {
  return invalid(`The encrypted content ${words}`, null, 'invalid_encrypted_content');
}
