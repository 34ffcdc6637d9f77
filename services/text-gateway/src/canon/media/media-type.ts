/** A media type in the one way of writing it that every vendor takes, without its parameters. */
export function readMediaType(text: string): string {
  const [mediaType = ''] = text.toLowerCase().split(';', 1);
  return mediaType.trim().replace(/^image\/jpg$/, 'image/jpeg');
}
