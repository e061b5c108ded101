import { assertNever, badInput, notFound } from '../../contract/failure.ts';
import {
  type DistributionForm,
  type FigureKind,
  type FigureSpec,
  figureForms,
} from '../../contract/figure.ts';
import { numberText } from '../../contract/numbers.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { concatenate } from '../../stats/order.ts';
import { theoryFor } from '../study/known-studies.ts';
import { callsFigure } from './calls.ts';
import { distributionFigure } from './distribution.ts';
import { percentOfPeakFigure } from './percent-of-peak.ts';
import { phasesFigure } from './phases.ts';
import { energyFigure, throughputFigure } from './rates.ts';
import { processMedians } from './ridgeline.ts';
import { rooflineFigure } from './roofline.ts';
import { scalingFigure } from './scaling.ts';
import { select } from './selection.ts';
import { groupCases, identityOfGroup } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { speedupFigure } from './speedup.ts';
import { theoryFigure } from './theory.ts';
import { trendFigure } from './trend.ts';
import { contextText, joined, titleOf } from './wording.ts';

function runDistribution(
  source: FigureSource,
  request: FigureRequest,
  form: DistributionForm,
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
    throw notFound(`no samples of ${selection.workload} are stored`);
  }
  const leftOut = selection.cases.reduce(
    (sum, { stored }) => sum + (stored.metrics[selection.scope]?.leftOut ?? 0),
    0,
  );
  const context = contextText(selection, source);
  return distributionFigure(sets, {
    form,
    title: titleOf(selection, `distribution of ${scopeTime(selection.scope)}`),
    context: joined([leftOutText(leftOut), context]),
    provenance: provenanceOf(source),
  });
}

const leftOutText = (samples: number): string =>
  samples === 0 ? '' : `Left out: ${numberText(samples)} samples of disturbed repetitions.`;

/**
 * A figure of a run.
 *
 * @throws BreakevenError `bad-input` for a form, workload, timing scope, axis or value the kind or the run does not have; `not-found`
 * when the run holds nothing that such a figure shows.
 */
export function buildFigure(
  kind: FigureKind,
  source: FigureSource,
  request: FigureRequest = {},
): FigureSpec {
  if (request.as !== undefined && !(kind in figureForms)) {
    throw badInput(`a ${kind} figure has one form and no other`);
  }
  const spec = buildKind(kind, source, request);
  const hidden = new Set(request.hidden);
  // Cases are left out before the figure is made; what is no series of cases (a roof, a theory) is left out of it here.
  return hidden.size === 0
    ? spec
    : { ...spec, series: spec.series.filter(({ key }) => !hidden.has(key)) };
}

/** @throws BreakevenError `bad-input` for a form of another kind. */
function formOf<K extends keyof typeof figureForms>(
  kind: K,
  { as }: FigureRequest,
): (typeof figureForms)[K][number] {
  const forms: readonly (typeof figureForms)[K][number][] = figureForms[kind];
  const form = as === undefined ? forms[0] : forms.find((one) => one === as);
  if (form !== undefined) return form;
  const sentence = `a ${kind} figure is not drawn as ${as}; there are ${forms.join(', ')}`;
  throw badInput(sentence);
}

function buildKind(kind: FigureKind, source: FigureSource, request: FigureRequest): FigureSpec {
  switch (kind) {
    case 'scaling':
      return scalingFigure(source, request);
    case 'distribution':
      return runDistribution(source, request, formOf(kind, request));
    case 'phases':
      return phasesFigure(source, request, formOf(kind, request));
    case 'throughput':
      return throughputFigure(source, request);
    case 'energy':
      return energyFigure(source, request);
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
    case 'calls':
      return callsFigure(source, request);
    default:
      return assertNever(kind);
  }
}
