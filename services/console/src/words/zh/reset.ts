export const reset = {
  title: '重置密码',
  lead: '验证码将发送到您绑定的邮箱。',
  send: '发送验证码',
  again: '重新获取验证码',
  offTitle: '本站不发送邮件',
  offText: '请联系管理员重置密码。',
  sent: '若有用户绑定了 {{email}}，验证码已发出，15 分钟内有效。',
  choose: '请为绑定 {{email}} 的用户设置新密码。',
  password: '新密码',
  submit: '设置密码',
  done: '密码已设置，请用新密码登录。',
};
