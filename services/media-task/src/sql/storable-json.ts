/**
 * A value in JSON as the database has it: what it has not, zero characters and halves of characters, becomes the character
 * for what cannot be shown. Vendors say what they like, and a task whose end cannot be written down would never end.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed().replaceAll('\0', '\ufffd') : member,
  );
}
