/** What a line of the audit log says beside who, when and from where. */
export interface AuditedChange {
  /** What was changed: `key`, its id and its name then. Ids are text: models and groups go by name. */
  kind: string;
  id: string;
  name: string;
  /** By member, what it was and what it is, as people read it; secrets only as that they changed. */
  changes?: Record<string, [before: unknown, after: unknown]>;
}
