/** Whether a model is one of those that count tokens; only the two older ones do not. */
export function isGpt(model: string): boolean {
  return !model.startsWith('dall-e');
}

/** Whether it makes pictures of any size, and none that is transparent. */
export function isLargeGpt(model: string): boolean {
  return model.startsWith('gpt-image-2');
}
