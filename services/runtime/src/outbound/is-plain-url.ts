/** Whether a text is an http or https URL that people may be shown: without user, password, query and fragment, where secrets stand. */
export function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.username === '' && url.password === '' && !/[?#]/.test(text);
}
