import { Counter, type CounterConfiguration, type LabelValues } from 'prom-client';

/** Counts what happens for every request: for an addition, where the library looks its labels up each time. */
export interface QuickCounter<Label extends string> {
  /** What counts under these labels. Whoever counts keeps it. */
  of(labels: LabelValues<Label>): Count;
  /** Lets a series appear before anything is added: one that begins above zero never rose. */
  show(labels: LabelValues<Label>): void;
}

/** A series of a counter: it appears once something was added. */
export interface Count {
  add(value: number): void;
}

class Pending implements Count {
  #value = 0;

  add(value: number): void {
    this.#value += value;
  }

  take(): number {
    const value = this.#value;
    this.#value = 0;
    return value;
  }
}

/** A counter whose numbers are brought to the library when somebody reads them. */
export function createQuickCounter<Label extends string>(
  configuration: CounterConfiguration<Label>,
): QuickCounter<Label> {
  const all: { labels: LabelValues<Label>; pending: Pending }[] = [];
  const counter = new Counter({
    ...configuration,
    collect() {
      for (const { labels, pending } of all) {
        const value = pending.take();
        if (value > 0) this.inc(labels, value);
      }
    },
  });
  return {
    of(labels) {
      const pending = new Pending();
      all.push({ labels, pending });
      return pending;
    },
    show: (labels) => counter.inc(labels, 0),
  };
}
