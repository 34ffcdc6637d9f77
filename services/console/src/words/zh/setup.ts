export const setup = {
  title: '初始化 {{name}}',
  lead: '这里还没有用户。请创建第一个用户，其拥有全部权限。',
  submit: '创建超级管理员',
};
