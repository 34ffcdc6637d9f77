export const newAccount = {
  username: '用户名',
  usernameHint: '字母、数字、点、短横线和下划线，最多 64 个，以字母或数字开头。',
  password: '密码',
  passwordHint: '至少 8 个字符，且不能与用户名相同。',
  passwordIsName: '不能与用户名相同。',
  email: '邮箱地址',
  emailOptional: '邮箱地址（选填）',
  notEmail: '邮箱地址无效。',
  code: '邮件中的验证码',
  sendCode: '发送验证码',
  sendAgain: '重新发送',
  sent: '若该邮箱可在此使用，验证码已发出，15 分钟内有效。',
};
