import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RecordScope } from '../../routes/route.ts';
import { type Asked, readText, refuseRecords, uuid } from './asked.ts';
import { userOf } from './owner.ts';

/**
 * What a word to search for stands for, as a filter that an index leads to: the id of a request, the number of a type, the
 * name of a user (for administrators), of a key, or else of a model; the first that there is, and that no filter names otherwise.
 * Undefined where nothing can be that beside the filters. Parts of words are refused: finding them would mean reading the whole
 * log.
 */
export async function readKeyword(
  context: Context,
  exchange: Exchange,
  scope: RecordScope,
  asked: Asked,
): Promise<Asked | undefined> {
  const keyword = readText(exchange.request, 'keyword').trim();
  if (keyword === '') return asked;
  if (keyword.includes('%')) {
    refuseRecords(
      'Whole words can be searched for: a request id, a type, or the name of a model, key or user.',
    );
  }
  if (uuid.test(keyword)) {
    const requestId = keyword.toLowerCase();
    return mayBe(asked.requestId, requestId) ? { ...asked, requestId } : undefined;
  }
  if (/^\d$/.test(keyword)) {
    const type = Number(keyword);
    return asked.type === 0 || asked.type === type ? { ...asked, type } : undefined;
  }
  const userId = scope === 'all' ? 0n : userOf(exchange).id;
  const isKnown = async (name: { username: string; keyName: string }): Promise<boolean> =>
    (await call(context.account, context.account.findByName, { userId, ...name })).userIds.length > 0;
  const username = scope === 'all' ? asked.username : '';
  if (scope === 'all' && mayBe(username, keyword) && (await isKnown({ username: keyword, keyName: '' })))
    return { ...asked, username: keyword };
  if (mayBe(asked.keyName, keyword) && (await isKnown({ username, keyName: keyword })))
    return { ...asked, keyName: keyword };
  return mayBe(asked.model, keyword) ? { ...asked, model: keyword } : undefined;
}

function mayBe(filter: string, word: string): boolean {
  return filter === '' || filter === word;
}
