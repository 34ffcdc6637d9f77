export const setup = {
  title: 'Set up {{name}}',
  lead: 'There is nobody here yet. Make the first user, who may do everything.',
  submit: 'Make the root user',
};
