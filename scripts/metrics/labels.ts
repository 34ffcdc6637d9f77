/**
 * Every label that a metric may have, and what bounds its values. Never ids of keys, users, requests or tasks, never hosts
 * of upstreams; names of models and channels neither, because operators have thousands of them.
 */
export const labels: Readonly<Record<string, string>> = {
  answer: '`stream` or `whole`',
  by: 'four words: how a decision was come by',
  class: 'the classes of tokens, about ten',
  ending: 'how a request or task ended: closed lists',
  found: 'what a vendor’s word was taken for: a closed list',
  inquiry: '`probe`, `models` or `balance`',
  kind: 'the kinds of entries, five',
  limit: 'the kinds of limits',
  outcome: 'what became of it: closed lists',
  provider: 'the kinds of upstreams, about ten; never an address',
  reason: 'why it was refused or parked: closed lists',
  result: 'what came of it: closed lists',
  route: 'the rows of the route table and `unknown`, about 300; never a path as it was asked for',
  state: 'the states of a circuit, or of a task',
  status: 'the classes `2xx` to `5xx`, `501` of what is not implemented, and `aborted`',
  stream: '`true` or `false`',
  table: 'the partitioned tables of the ledger',
  usage_source: 'who counted the tokens, five',
  version: 'one value for each process',
};
