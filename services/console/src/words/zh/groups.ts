import type { Words } from '../en.ts';

export const groups: Words['groups'] = {
  title: '分组',
  lead: '用户和密钥按价格的多少计费，由哪些渠道服务。',
  name: '分组',
  ratio: '倍率',
  ratioHint: '价格乘以此倍率。',
  model: '模型',
  models: '单独倍率的模型',
  modelsHint: '优先于分组倍率。',
  users: '用户',
  keys: '密钥',
  channels: '渠道',
  create: '新建分组',
  exists: '分组 {{name}} 已存在，请打开它进行修改。',
  saved: '分组已保存。',
  deleteTitle: '删除这个分组？',
  deleteText: '{{name}} 将不能再使用。仍在使用的分组不能删除。',
  deleted: '{{name}} 已删除。',
  emptyTitle: '没有分组',
  emptyText: '新建分组，让部分用户使用不同的价格或渠道。',
};
