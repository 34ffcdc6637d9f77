import '@mantine/charts/styles.layer.css';
import { BarChart, ChartTooltip } from '@mantine/charts';
import { ColorSwatch } from '@mantine/core';
import { useWords } from '../../words/use-words.ts';
import { others } from './measures.ts';
import type { Series } from './series.ts';
import classes from './usage-chart.module.css';

/** Told apart by hue and by lightness, in both colour schemes. */
const colors = ['water.6', 'indigo.5', 'orange.5', 'grape.5', 'lime.6', 'pink.5', 'gray.5'];

interface UsageChartProps {
  series: Series;
  /** How a value is written. */
  show: (value: number) => string;
  /** The same, where room is short. */
  showShort: (value: number) => string;
  label: string;
}

export function UsageChart({
  series: { span, bands, isAverage, points },
  show,
  showShort,
  label,
}: UsageChartProps) {
  const { t, format } = useWords();
  // Names of models may hold dots, which the chart would take for paths.
  const data = points.map(({ at, values }) => ({
    at,
    ...Object.fromEntries(bands.map((band, index) => [`band${index}`, values[band]])),
  }));
  const shown = bands.map((band, index) => ({
    name: `band${index}`,
    label: band === others ? t('home.others') : band,
    color: colors[index] ?? 'gray.5',
  }));
  const length = span === 'day' ? 'days' : points.length <= 25 ? 'day' : 'longer';
  const tick = (at: number) => format.tick(at, length);
  // Each day is written once.
  const ticks = points.map(({ at }) => at).filter((at, place, all) => tick(at) !== tick(all[place - 1] ?? 0));
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <BarChart
        h={260}
        data={data}
        dataKey="at"
        type={isAverage ? 'default' : 'stacked'}
        series={shown}
        valueFormatter={showShort}
        gridAxis="x"
        gridColor="var(--console-line)"
        tickLine="none"
        strokeDasharray="0"
        maxBarWidth={28}
        xAxisProps={{ ticks, minTickGap: 40, tickFormatter: tick }}
        yAxisProps={{ width: 'auto' }}
        // By so much the numbers beside it are moved out of the width that they were given.
        barChartProps={{ margin: { left: 10 } }}
        barProps={{ isAnimationActive: false }}
        tooltipProps={{
          isAnimationActive: false,
          // Drawn before there is anything to tell of as well.
          content: ({ label: at, payload }) =>
            typeof at === 'number' && (
              <ChartTooltip
                label={format.moment(at, span)}
                payload={payload.filter(({ value }) => Number(value) > 0)}
                series={shown}
                valueFormatter={show}
              />
            ),
        }}
      />
      <ul className={classes.legend}>
        {shown.map(({ name, label: text, color }) => (
          <li key={name} title={text}>
            <ColorSwatch
              color={`var(--mantine-color-${color.replace('.', '-')})`}
              size={10}
              withShadow={false}
            />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
