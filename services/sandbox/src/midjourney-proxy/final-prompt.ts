/** What the proxy calls the final prompt of a task that is done: of a description its words, a line for each. */
export function finalPromptOf(action: string, prompt: string): string {
  if (action === 'DESCRIBE') {
    return [1, 2, 3, 4]
      .map((number) => `${number}️⃣ a picture, described in way ${number} --ar 1:1`)
      .join('\n\n');
  }
  if (action === 'SHORTEN') {
    return [1, 2, 3, 4, 5].map((number) => `${number}️⃣ ${prompt.slice(0, 60 / number)}`).join('\n\n');
  }
  return prompt;
}

/** One of them, without its number: what its button makes a picture of. */
export function lineOf(action: string, prompt: string, index: number): string {
  const line = finalPromptOf(action, prompt).split('\n\n')[index - 1] ?? '';
  return line.slice(line.indexOf(' ') + 1).trim();
}
