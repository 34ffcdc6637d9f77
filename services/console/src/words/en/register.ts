export const register = {
  title: 'Register at {{name}}',
  submit: 'Register',
  signIn: 'Go to sign-in',
  closedTitle: 'Registration is closed',
  closedText: 'Ask whoever runs this installation for a user.',
};
