import { assertNever, BreakevenError } from '../../contract/failure.ts';
import type { FigureKind, FigureSpec } from '../../contract/figure.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { concatenate } from '../../stats/order.ts';
import { theoryFor } from '../study/known-studies.ts';
import { type DistributionOptions, distributionFigure } from './distribution.ts';
import { percentOfPeakFigure } from './percent-of-peak.ts';
import { phasesFigure } from './phases.ts';
import { throughputFigure } from './rates.ts';
import { processMedians } from './ridgeline.ts';
import { rooflineFigure } from './roofline.ts';
import { scalingFigure } from './scaling.ts';
import { select } from './selection.ts';
import { groupCases, identityOfGroup } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { speedupFigure } from './speedup.ts';
import { theoryFigure } from './theory.ts';
import { trendFigure } from './trend.ts';
import { contextText, titleOf } from './wording.ts';

function runDistribution(
  source: FigureSource,
  request: FigureRequest,
  form: DistributionOptions['form'],
): FigureSpec {
  const selection = select(source, request, () => []);
  const sets = groupCases(selection, request.seriesBy).map((group) => {
    const repetitions = group.cases.flatMap(({ stored }) =>
      source.repetitions(stored.index, selection.scope),
    );
    return {
      key: group.key,
      label: group.label,
      ...identityOfGroup(selection, group),
      timesNs: concatenate(repetitions),
      processes: processMedians(repetitions),
    };
  });
  if (sets.every(({ timesNs }) => timesNs.length === 0)) {
    throw new BreakevenError('not-found', `no samples of ${selection.workload} are stored`);
  }
  return distributionFigure(sets, {
    form,
    title: titleOf(selection, `distribution of ${scopeTime(selection.scope)}`),
    context: contextText(selection, source),
    provenance: provenanceOf(source),
  });
}

/**
 * A figure of a run.
 *
 * @throws BreakevenError `bad-input` for a workload, timing scope, axis or value the run does not have; `not-found`
 * when the run holds nothing that such a figure shows.
 */
export function buildFigure(
  kind: FigureKind,
  source: FigureSource,
  request: FigureRequest = {},
): FigureSpec {
  const spec = buildKind(kind, source, request);
  const hidden = new Set(request.hidden);
  // Cases are left out before the figure is made; what is no series of cases (a roof, a theory) is left out of it here.
  return hidden.size === 0
    ? spec
    : { ...spec, series: spec.series.filter(({ key }) => !hidden.has(key)) };
}

function buildKind(kind: FigureKind, source: FigureSource, request: FigureRequest): FigureSpec {
  switch (kind) {
    case 'scaling':
      return scalingFigure(source, request);
    case 'ridgeline':
      return runDistribution(source, request, 'ridgeline');
    case 'distribution':
      return runDistribution(source, request, 'histogram');
    case 'ecdf':
      return runDistribution(source, request, 'ecdf');
    case 'box':
      return runDistribution(source, request, 'box');
    case 'phases':
      return phasesFigure(source, request);
    case 'phases-share':
      return phasesFigure(source, request, 'shares');
    case 'phases-log':
      return phasesFigure(source, request, 'log');
    case 'throughput':
      return throughputFigure(source, request);
    case 'speedup':
      return speedupFigure(source, request);
    case 'roofline':
      return rooflineFigure(source, request);
    case 'percent-of-peak':
      return percentOfPeakFigure(source, request);
    case 'theory':
      return theoryFigure(source, request, theoryFor);
    case 'trend':
      return trendFigure(source, request);
    default:
      return assertNever(kind);
  }
}
