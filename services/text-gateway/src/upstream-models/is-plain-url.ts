/** The rule for base URLs of channels, as a configuration file has it as well. */
export function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.username === '' && url.password === '' && !/[?#]/.test(text);
}
