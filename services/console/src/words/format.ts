import { unitsPerUsd } from './units-per-usd.ts';

/** Numbers, amounts and times as people of a language write them. */
export interface Format {
  /** 12,345 */
  number(value: number): string;
  /** 12K, for axes and cards. */
  compact(value: number): string;
  /** 0.25 as 25%. */
  percent(ratio: number): string;
  /** 0.25 as +25%. */
  change(ratio: number): string;
  /** Quota units as money; what is small keeps the digits that say something. */
  quota(units: number): string;
  /** Quota units as money, to the unit: amounts that are shown with what they add up to. */
  exactQuota(units: number): string;
  /** With two digits, where room is short. */
  shortQuota(units: number): string;
  /** An amount of some currency, with as many digits as say something. */
  money(amount: number, currency: string): string;
  /** Quota units as the number that people type for them, the shortest that is as many units; and back. */
  amountOf(units: number): number;
  unitsOf(amount: number): number;
  /** What stands before such a number. */
  currencySign: string;
  /** Unix seconds as a day and a time, to the second; the year where it is not this one. */
  time(second: number, nowMs?: number): string;
  /** Unix seconds as a day with its year. */
  day(second: number): string;
  /** Without seconds, for charts: a day alone where `span` is one. */
  moment(second: number, span: 'hour' | 'day'): string;
  /** The same in a word or two, for axes: the hour within one day, else the day; of days themselves, their own. */
  tick(second: number, length: 'day' | 'longer' | 'days'): string;
  /** Unix seconds as "5 minutes ago". */
  ago(second: number, nowMs?: number): string;
  /** 850 ms, 3.2 s. */
  duration(ms: number): string;
}

/** What quota is shown as: money of some rate to the dollar, or the units themselves. */
export type QuotaDisplay = { currency: string; perUsd: number } | 'units';

const usd = { currency: 'USD', perUsd: 1 } as const satisfies QuotaDisplay;

/** Of an amount in most currencies. */
const usualDigits = 6;

export function createFormat(language: string, display: QuotaDisplay = usd): Format {
  const { currency, perUsd } = display === 'units' ? usd : display;
  const unitsPerAmount = display === 'units' ? 1 : unitsPerUsd / perUsd;
  /** How many digits behind the point say what one unit is. */
  const finestDigits = Math.max(usualDigits, Math.ceil(Math.log10(unitsPerAmount)));
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const change = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const money = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...options,
    });
  const whole = money({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const small = money({ minimumFractionDigits: 2, maximumFractionDigits: finestDigits });
  const short = money({ notation: 'compact', maximumFractionDigits: 2 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const ofOtherYears = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const ofThisYear = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  });
  const moments = {
    hour: new Intl.DateTimeFormat(language, {
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
    // Days begin at midnight UTC, and shall keep their date wherever they are read.
    day: new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  };
  const ticks = {
    day: new Intl.DateTimeFormat(language, { hour: 'numeric' }),
    longer: new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }),
    days: moments.day,
  };
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const currencySign =
    display === 'units'
      ? ''
      : (whole.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency);
  const exactAmountOf = (units: number): number => units / unitsPerAmount;
  const unitsOf = (amount: number): number => Math.round(amount * unitsPerAmount);

  function amountOf(units: number): number {
    const exact = exactAmountOf(units);
    for (let digits = 0; digits <= finestDigits; digits += 1) {
      const shorter = Number(exact.toFixed(digits));
      if (unitsOf(shorter) === units) return shorter;
    }
    return exact;
  }

  return {
    number: (value) => number.format(value),
    amountOf,
    unitsOf,
    currencySign,
    compact: (value) => compact.format(value),
    percent: (ratio) => percent.format(ratio),
    change: (ratio) => change.format(ratio),
    quota(units) {
      if (display === 'units') return number.format(units);
      const amount = exactAmountOf(units);
      return (Math.abs(amount) < 1 && amount !== 0 ? small : whole).format(amount);
    },
    exactQuota: (units) => (display === 'units' ? number : small).format(exactAmountOf(units)),
    shortQuota(units) {
      if (display === 'units') return compact.format(units);
      const amount = exactAmountOf(units);
      return (Math.abs(amount) < 0.01 && amount !== 0 ? small : short).format(amount);
    },
    money(amount, currency) {
      // An upstream may count in something else: "credits".
      if (!/^[A-Za-z]{3}$/.test(currency)) return `${number.format(amount)} ${currency}`.trim();
      return new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: 9,
      }).format(amount);
    },
    time(second, nowMs = Date.now()) {
      const isThisYear = new Date(second * 1_000).getFullYear() === new Date(nowMs).getFullYear();
      return (isThisYear ? ofThisYear : ofOtherYears).format(second * 1_000);
    },
    day: (second) => day.format(second * 1_000),
    moment: (second, span) => moments[span].format(second * 1_000),
    tick: (second, length) => ticks[length].format(second * 1_000),
    ago(second, nowMs = Date.now()) {
      const passedSeconds = second - nowMs / 1_000;
      const [unit, seconds] = unitOf(Math.abs(passedSeconds));
      return relative.format(Math.round(passedSeconds / seconds), unit);
    },
    duration: (ms) =>
      ms < 1_000 ? `${number.format(Math.round(ms))} ms` : `${number.format(Math.round(ms / 100) / 10)} s`,
  };
}

function unitOf(seconds: number): [Intl.RelativeTimeFormatUnit, number] {
  if (seconds < 60) return ['second', 1];
  if (seconds < 3_600) return ['minute', 60];
  if (seconds < 86_400) return ['hour', 3_600];
  return ['day', 86_400];
}
