import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from '../start/repository.ts';

/** A question to Prometheus, and the alert, record or panel that asks it. */
export interface Expression {
  file: string;
  /** Of what asks it. */
  name: string;
  text: string;
}

export interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

interface RuleFile {
  groups: { name: string; rules: Rule[] }[];
}

interface Dashboard {
  uid: string;
  panels: { title: string; targets?: { expr: string }[] }[];
}

export function readRules(): { file: string; rule: Rule }[] {
  return read('deploy/prometheus/rules/*.yaml').flatMap(({ file, text }) => {
    const { groups } = parse(text) as RuleFile;
    return groups.flatMap(({ rules }) => rules.map((rule) => ({ file, rule })));
  });
}

export function readDashboards(): { file: string; dashboard: Dashboard }[] {
  return read('deploy/grafana/dashboards/*.json').map(({ file, text }) => ({
    file,
    dashboard: JSON.parse(text) as Dashboard,
  }));
}

/** Of all rules and all panels. */
export function readExpressions(): Expression[] {
  const rules = readRules().map(({ file, rule }) => ({
    file,
    name: rule.alert ?? rule.record ?? '',
    text: rule.expr,
  }));
  const panels = readDashboards().flatMap(({ file, dashboard }) =>
    dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ file, name: title, text: expr })),
    ),
  );
  return [...rules, ...panels];
}

const keywords = new Set([
  'and',
  'or',
  'unless',
  'bool',
  'offset',
  'on',
  'ignoring',
  'group_left',
  'group_right',
]);

/** The series that an expression asks for: whatever is no function, keyword, label, text or number. */
export function seriesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/[a-zA-Z_:][\w:]*/g)];
  return names
    .filter(({ 0: name, index }) => !keywords.has(name) && !/^\s*\(/.test(bare.slice(index + name.length)))
    .filter(({ index }) => !/\d$/.test(bare.slice(0, index)))
    .map(([name]) => name);
}

/** The labels that it filters by and groups by. */
export function labelsIn(expression: string): string[] {
  const filters = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) =>
    [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  );
  const groups = [...expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  );
  return [...filters, ...groups];
}

function read(pattern: string): { file: string; text: string }[] {
  return globSync(pattern, { cwd: repository })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(repository, file), 'utf8') }));
}
