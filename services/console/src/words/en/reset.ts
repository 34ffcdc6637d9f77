export const reset = {
  title: 'Set a new password',
  lead: 'A code is sent to the e-mail address of your user.',
  send: 'Send a code',
  again: 'Ask for another code',
  offTitle: 'No e-mail is sent here',
  offText: 'Ask whoever runs this installation for a new password.',
  sent: 'If a user has {{email}}, a code is on its way there. It holds for 15 minutes.',
  choose: 'Choose a new password for the user of {{email}}.',
  password: 'New password',
  submit: 'Set the password',
  done: 'The password was set. Sign in with it.',
};
