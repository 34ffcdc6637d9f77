/** Whether the database has this text: it has neither zero characters nor halves of characters. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
