/** HTML that is safe to put into a page. */
export interface Markup {
  readonly html: string;
}

type Inserted = Markup | string | number | readonly Markup[];

/** HTML of a template: whatever is inserted is text, unless it is markup itself. */
export function markup(parts: TemplateStringsArray, ...inserted: Inserted[]): Markup {
  const html = parts.map((part, at) => part + toHtml(inserted[at] ?? '')).join('');
  return { html };
}

export const none: Markup = { html: '' };

function toHtml(value: Inserted): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map(({ html }) => html).join('');
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}
