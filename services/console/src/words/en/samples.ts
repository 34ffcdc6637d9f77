export const samples = {
  label: 'Language of the sample',
};
