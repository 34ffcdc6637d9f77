const dataUrl = /^data:(?:image|video)\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/;

/** Whether all of it are pictures in base64, as data URLs. */
export function areDataUrls(values: unknown): values is string[] {
  return Array.isArray(values) && values.every((value) => typeof value === 'string' && dataUrl.test(value));
}

/** Whether it is a picture as data URL, or the address of one. */
export function isPicture(value: unknown): boolean {
  return typeof value === 'string' && (dataUrl.test(value) || /^https?:\/\/\S+$/.test(value));
}
