export const register = {
  title: '注册 {{name}}',
  submit: '注册',
  signIn: '前往登录',
  closedTitle: '注册未开放',
  closedText: '请联系管理员开通用户。',
};
