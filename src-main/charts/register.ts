import {
  BarController,
  BarElement,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from 'chart.js';

/** Registers the parts of Chart.js that figures are made of, and no other. May be called again. */
export function registerChartParts(): void {
  Chart.register(
    BarController,
    BarElement,
    Filler,
    LinearScale,
    LineController,
    LineElement,
    LogarithmicScale,
    PointElement,
    Tooltip,
  );
}
